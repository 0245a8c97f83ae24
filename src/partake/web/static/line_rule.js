// Made from partake/engine/hexagon/line_rule.py by script/page-scripts: change that.

var _pyfunc_op_equals = function op_equals (a, b) { // nargs: 2
    var a_type = typeof a;
    // If a (or b actually) is of type string, number or boolean, we don't need
    // to do all the other type checking below.
    if (a_type === "string" || a_type === "boolean" || a_type === "number") {
        return a == b;
    }

    if (a == null || b == null) {
    } else if (Array.isArray(a) && Array.isArray(b)) {
        var i = 0, iseq = a.length == b.length;
        while (iseq && i < a.length) {iseq = op_equals(a[i], b[i]); i+=1;}
        return iseq;
    } else if (a.constructor === Object && b.constructor === Object) {
        var akeys = Object.keys(a), bkeys = Object.keys(b);
        akeys.sort(); bkeys.sort();
        var i=0, k, iseq = op_equals(akeys, bkeys);
        while (iseq && i < akeys.length)
            {k=akeys[i]; iseq = op_equals(a[k], b[k]); i+=1;}
        return iseq;
    } return a == b;
};
var _pyfunc_truthy = function (v) {
    if (v === null || typeof v !== "object") {return v;}
    else if (v.length !== undefined) {return v.length ? v : false;}
    else if (v.byteLength !== undefined) {return v.byteLength ? v : false;}
    else if (v.constructor !== Object) {return true;}
    else {return Object.getOwnPropertyNames(v).length ? v : false;}
};
var BROKEN, INCOMPLETE, line_number;
INCOMPLETE = -1;
BROKEN = 0;
line_number = function flx_line_number (direction, cells, sheet, tiles, skips, highest) {
    var at, filled, is_broken, number, stripe, stub1_seq, stub2_itr, tile;
    number = 0;
    filled = 0;
    is_broken = false;
    stub1_seq = cells;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        at = stub1_seq[stub2_itr];
        tile = sheet[at];
        if ((tile < 0)) {
            if ((skips[at] === false)) {
                return INCOMPLETE;
            }
        } else {
            filled += 1;
            stripe = tiles[tile][direction];
            if ((stripe > 0)) {
                if (((number > 0) && ((!_pyfunc_op_equals(stripe, number))))) {
                    is_broken = true;
                }
                number = stripe;
            }
        }
    }
    if ((filled < 1)) {
        return INCOMPLETE;
    }
    if (_pyfunc_truthy(is_broken)) {
        return BROKEN;
    }
    return ((number > 0))? (number) : (highest);
};

export { INCOMPLETE, BROKEN, line_number };
