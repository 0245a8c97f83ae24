// Made from partake/engine/hexagon/counting.py by script/page-scripts: change that.

import { line_number } from "./line_rule.js";

var _pyfunc_op_add = function (a, b) { // nargs: 2
    if (Array.isArray(a) && Array.isArray(b)) {
        return a.concat(b);
    } return a + b;
};
var _pyfunc_op_contains = function op_contains (a, b) { // nargs: 2
    if (b == null) {
    } else if (Array.isArray(b)) {
        for (var i=0; i<b.length; i++) {if (_pyfunc_op_equals(a, b[i]))
                                           return true;}
        return false;
    } else if (b.constructor === Object) {
        for (var k in b) {if (a == k) return true;}
        return false;
    } else if (b.constructor == String) {
        return b.indexOf(a) >= 0;
    } var e = Error('Not a container: ' + b); e.name='TypeError'; throw e;
};
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
var _pyfunc_op_mult = function (a, b) { // nargs: 2
    if ((typeof a === 'number') + (typeof b === 'number') === 1) {
        if (a.constructor === String) return _pymeth_repeat.call(a, b);
        if (b.constructor === String) return _pymeth_repeat.call(b, a);
        if (Array.isArray(b)) {var t=a; a=b; b=t;}
        if (Array.isArray(a)) {
            var res = []; for (var i=0; i<b; i++) res = res.concat(a);
            return res;
        }
    } return a * b;
};
var _pyfunc_range = function (start, end, step) {
    var i, res = [];
    var val = start;
    var n = (end - start) / step;
    for (i=0; i<n; i++) {
        res.push(val);
        val += step;
    }
    return res;
};
var _pyfunc_truthy = function (v) {
    if (v === null || typeof v !== "object") {return v;}
    else if (v.length !== undefined) {return v.length ? v : false;}
    else if (v.byteLength !== undefined) {return v.byteLength ? v : false;}
    else if (v.constructor !== Object) {return true;}
    else {return Object.getOwnPropertyNames(v).length ? v : false;}
};
var _pymeth_append = function (x) { // nargs: 1
    if (!Array.isArray(this)) return this.append.apply(this, arguments);
    this.push(x);
};
var _pymeth_repeat = function(count) { // nargs: 0
    if (this.repeat) return this.repeat(count);
    if (count < 1) return '';
    var result = '', pattern = this.valueOf();
    while (count > 1) {
        if (count & 1) result += pattern;
        count >>= 1, pattern += pattern;
    }
    return result + pattern;
};
var _add_best_rays, _add_scrapyards, _best, _best_ray, _bonuses, _filled, _is_better, _item, _of_kind, _ray_symbol, _rays, _total, count, own_items, scoring_lines, scrapyard;
count = function flx_count (rules, sheets) {
    var found, stub1_, stub1_i0, stub1_iter0, stub1_sheet;
    stub1_ = [];stub1_iter0 = sheets;if ((typeof stub1_iter0 === "object") && (!Array.isArray(stub1_iter0))) {stub1_iter0 = Object.keys(stub1_iter0);}for (stub1_i0=0; stub1_i0<stub1_iter0.length; stub1_i0++) {stub1_sheet = stub1_iter0[stub1_i0];{stub1_.push(own_items(rules, stub1_sheet));}}
    found = stub1_;
    if (_pyfunc_op_equals(rules["rays"], "best")) {
        _add_best_rays(rules, sheets, found);
    }
    if ((!_pyfunc_op_equals(rules["scrapyard"], "none"))) {
        _add_scrapyards(rules, sheets, found);
    }
    return found;
};

own_items = function flx_own_items (rules, sheet) {
    var found, item, longest, ray, stub2_seq, stub3_itr, stub4_seq, stub5_itr, stub6_seq, stub7_itr;
    found = scoring_lines(rules, rules["lines"], sheet);
    stub2_seq = _bonuses(rules, rules["board"], found, sheet);
    if ((typeof stub2_seq === "object") && (!Array.isArray(stub2_seq))) { stub2_seq = Object.keys(stub2_seq);}
    for (stub3_itr = 0; stub3_itr < stub2_seq.length; stub3_itr += 1) {
        item = stub2_seq[stub3_itr];
        _pymeth_append.call(found, item);
    }
    if (_pyfunc_op_equals(rules["rays"], "each")) {
        stub4_seq = _rays(rules, rules["lines"], sheet);
        if ((typeof stub4_seq === "object") && (!Array.isArray(stub4_seq))) { stub4_seq = Object.keys(stub4_seq);}
        for (stub5_itr = 0; stub5_itr < stub4_seq.length; stub5_itr += 1) {
            ray = stub4_seq[stub5_itr];
            _pymeth_append.call(found, ray);
        }
    }
    if (_pyfunc_op_equals(rules["rays"], "longest")) {
        longest = null;
        stub6_seq = _rays(rules, rules["lines"], sheet);
        if ((typeof stub6_seq === "object") && (!Array.isArray(stub6_seq))) { stub6_seq = Object.keys(stub6_seq);}
        for (stub7_itr = 0; stub7_itr < stub6_seq.length; stub7_itr += 1) {
            ray = stub6_seq[stub7_itr];
            if (((longest === null) || ((ray["cells"].length) > (longest["cells"].length)))) {
                longest = ray;
            }
        }
        if ((longest !== null)) {
            _pymeth_append.call(found, longest);
        }
    }
    return found;
};

scoring_lines = function flx_scoring_lines (rules, lines, sheet) {
    var cells, direction, found, highest, item, line, number, stub8_seq, stub9_itr;
    found = [];
    stub8_seq = lines;
    if ((typeof stub8_seq === "object") && (!Array.isArray(stub8_seq))) { stub8_seq = Object.keys(stub8_seq);}
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        line = stub8_seq[stub9_itr];
        direction = line["direction"];
        highest = rules["highest"][direction];
        number = line_number(direction, line["cells"], sheet, rules["tiles"], rules["skips"], highest);
        if ((number > 0)) {
            cells = _filled(line, sheet);
            item = _item("line", _pyfunc_op_mult(cells.length, number), cells);
            item["direction"] = direction;
            item["number"] = number;
            _pymeth_append.call(found, item);
        }
    }
    return found;
};

scrapyard = function flx_scrapyard (rules, sheet) {
    var bonuses, item, lines, other, parts, stub10_seq, stub11_itr;
    lines = scoring_lines(rules, rules["yard_lines"], sheet);
    bonuses = _bonuses(rules, rules["yard"], lines, sheet);
    parts = _best(lines, 3);
    stub10_seq = [_best(_of_kind(bonuses, "silver"), 2), _best(_of_kind(bonuses, "gold"), 1)];
    if ((typeof stub10_seq === "object") && (!Array.isArray(stub10_seq))) { stub10_seq = Object.keys(stub10_seq);}
    for (stub11_itr = 0; stub11_itr < stub10_seq.length; stub11_itr += 1) {
        other = stub10_seq[stub11_itr];
        if ((_total(other) > _total(parts))) {
            parts = other;
        }
    }
    item = _item("scrapyard", 0, []);
    item["value"] = _total(parts);
    item["parts"] = parts;
    return item;
};

_item = function flx__item (kind, points, cells) {
    return ({kind: kind, points: points, shared: 1, cells: cells, direction: null, number: null, symbol: null, tile: null, bonus: null, crossed: null, value: null, parts: []});
};

_filled = function flx__filled (line, sheet) {
    return (function list_comprehension (iter0) {var res = [];var at, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {at = iter0[i0];if (!((sheet[at] >= 0))) {continue;}{res.push(at);}}return res;}).call(this, line["cells"]);
};

_bonuses = function flx__bonuses (rules, zone, lines, sheet) {
    var at, crossed, found, full, item, line, stub12_seq, stub13_itr, stub14_seq, stub15_itr, tile;
    found = [];
    stub14_seq = zone;
    if ((typeof stub14_seq === "object") && (!Array.isArray(stub14_seq))) { stub14_seq = Object.keys(stub14_seq);}
    for (stub15_itr = 0; stub15_itr < stub14_seq.length; stub15_itr += 1) {
        at = stub14_seq[stub15_itr];
        tile = sheet[at];
        if (((tile >= 0) && (((rules["bonus_points"][tile]) > 0)))) {
            crossed = 0;
            stub12_seq = lines;
            if ((typeof stub12_seq === "object") && (!Array.isArray(stub12_seq))) { stub12_seq = Object.keys(stub12_seq);}
            for (stub13_itr = 0; stub13_itr < stub12_seq.length; stub13_itr += 1) {
                line = stub12_seq[stub13_itr];
                if (_pyfunc_op_contains(at, line["cells"])) {
                    crossed += 1;
                }
            }
            if ((crossed >= 2)) {
                full = rules["bonus_points"][tile];
                item = _item("bonus", (_pyfunc_op_equals(crossed, 3))? (full) : (Math.floor(full/2)), [at]);
                item["tile"] = tile;
                item["bonus"] = rules["bonuses"][tile];
                item["crossed"] = crossed;
                _pymeth_append.call(found, item);
            }
        }
    }
    return found;
};

_rays = function flx__rays (rules, lines, sheet) {
    var cells, found, item, line, stub16_seq, stub17_itr, symbol;
    found = [];
    stub16_seq = lines;
    if ((typeof stub16_seq === "object") && (!Array.isArray(stub16_seq))) { stub16_seq = Object.keys(stub16_seq);}
    for (stub17_itr = 0; stub17_itr < stub16_seq.length; stub17_itr += 1) {
        line = stub16_seq[stub17_itr];
        symbol = _ray_symbol(rules, line, sheet);
        if ((symbol !== null)) {
            cells = _filled(line, sheet);
            item = _item("ray", _pyfunc_op_mult(cells.length, (rules["ray_points"][symbol])), cells);
            item["direction"] = line["direction"];
            item["symbol"] = symbol;
            _pymeth_append.call(found, item);
        }
    }
    return found;
};

_ray_symbol = function flx__ray_symbol (rules, line, sheet) {
    var at, found, stub18_seq, stub19_itr, symbol, tile;
    found = null;
    stub18_seq = line["cells"];
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        at = stub18_seq[stub19_itr];
        tile = sheet[at];
        if ((tile < 0)) {
            if (((rules["skips"][at]) === false)) {
                return null;
            }
        } else {
            symbol = rules["symbols"][tile];
            if (((symbol === null) || ((found !== null) && ((!_pyfunc_op_equals(found, symbol)))))) {
                return null;
            }
            found = symbol;
        }
    }
    return found;
};

_add_best_rays = function flx__add_best_rays (rules, sheets, found) {
    var best, item, ray, rays, seat, stub20_, stub20_i0, stub20_iter0, stub20_sheet, stub21_seq, stub22_itr, stub23_seq, stub24_itr, stub25_seq, stub26_itr, symbol, winners;
    stub25_seq = ["sun", "moon"];
    if ((typeof stub25_seq === "object") && (!Array.isArray(stub25_seq))) { stub25_seq = Object.keys(stub25_seq);}
    for (stub26_itr = 0; stub26_itr < stub25_seq.length; stub26_itr += 1) {
        symbol = stub25_seq[stub26_itr];
        stub20_ = [];stub20_iter0 = sheets;if ((typeof stub20_iter0 === "object") && (!Array.isArray(stub20_iter0))) {stub20_iter0 = Object.keys(stub20_iter0);}for (stub20_i0=0; stub20_i0<stub20_iter0.length; stub20_i0++) {stub20_sheet = stub20_iter0[stub20_i0];{stub20_.push(_best_ray(rules, stub20_sheet, symbol));}}
        rays = stub20_;
        best = null;
        stub21_seq = rays;
        if ((typeof stub21_seq === "object") && (!Array.isArray(stub21_seq))) { stub21_seq = Object.keys(stub21_seq);}
        for (stub22_itr = 0; stub22_itr < stub21_seq.length; stub22_itr += 1) {
            ray = stub21_seq[stub22_itr];
            if (((ray !== null) && (((best === null) || _is_better(ray, best))))) {
                best = ray;
            }
        }
        winners = 0;
        stub23_seq = rays;
        if ((typeof stub23_seq === "object") && (!Array.isArray(stub23_seq))) { stub23_seq = Object.keys(stub23_seq);}
        for (stub24_itr = 0; stub24_itr < stub23_seq.length; stub24_itr += 1) {
            ray = stub23_seq[stub24_itr];
            if (((ray !== null) && (best !== null) && ((!_pyfunc_truthy(_is_better(best, ray)))))) {
                winners += 1;
            }
        }
        for (seat = 0; seat < rays.length; seat += 1) {
            ray = rays[seat];
            if (((ray !== null) && (best !== null) && ((!_pyfunc_truthy(_is_better(best, ray)))))) {
                item = _item("best-ray", rules["best_ray"], ray["cells"]);
                item["shared"] = winners;
                item["direction"] = ray["direction"];
                item["number"] = ray["number"];
                item["symbol"] = symbol;
                _pymeth_append.call(found[seat], item);
            }
        }
    }
    return null;
};

_best_ray = function flx__best_ray (rules, sheet, symbol) {
    var best, line, own, stub27_seq, stub28_itr;
    best = null;
    stub27_seq = scoring_lines(rules, rules["lines"], sheet);
    if ((typeof stub27_seq === "object") && (!Array.isArray(stub27_seq))) { stub27_seq = Object.keys(stub27_seq);}
    for (stub28_itr = 0; stub28_itr < stub27_seq.length; stub28_itr += 1) {
        line = stub27_seq[stub28_itr];
        own = ({direction: 0, cells: line["cells"]});
        if ((((_pyfunc_op_equals(_ray_symbol(rules, own, sheet), symbol))) && (((best === null) || _is_better(line, best))))) {
            best = line;
        }
    }
    return best;
};

_is_better = function flx__is_better (ray, other) {
    if (((ray["cells"].length) > (other["cells"].length))) {
        return true;
    }
    return ((_pyfunc_op_equals((ray["cells"].length), (other["cells"].length)))) && (ray["points"] > other["points"]);
};

_add_scrapyards = function flx__add_scrapyards (rules, sheets, found) {
    var item, paying, seat, shared, stub29_, stub29_i0, stub29_iter0, stub29_sheet, stub30_, stub30_i0, stub30_iter0, stub30_yard, stub31_seq, stub32_itr, stub33_, stub33_i0, stub33_iter0, value, values, worst, yards;
    stub29_ = [];stub29_iter0 = sheets;if ((typeof stub29_iter0 === "object") && (!Array.isArray(stub29_iter0))) {stub29_iter0 = Object.keys(stub29_iter0);}for (stub29_i0=0; stub29_i0<stub29_iter0.length; stub29_i0++) {stub29_sheet = stub29_iter0[stub29_i0];{stub29_.push(scrapyard(rules, stub29_sheet));}}
    yards = stub29_;
    stub30_ = [];stub30_iter0 = yards;if ((typeof stub30_iter0 === "object") && (!Array.isArray(stub30_iter0))) {stub30_iter0 = Object.keys(stub30_iter0);}for (stub30_i0=0; stub30_i0<stub30_iter0.length; stub30_i0++) {stub30_yard = stub30_iter0[stub30_i0];{stub30_.push(_total(stub30_yard["parts"]));}}
    values = stub30_;
    worst = rules["threshold"];
    if ((_pyfunc_op_equals(rules["scrapyard"], "lowest") || _pyfunc_op_equals(rules["scrapyard"], "passed"))) {
        worst = values[0];
        stub31_seq = values;
        if ((typeof stub31_seq === "object") && (!Array.isArray(stub31_seq))) { stub31_seq = Object.keys(stub31_seq);}
        for (stub32_itr = 0; stub32_itr < stub31_seq.length; stub32_itr += 1) {
            value = stub31_seq[stub32_itr];
            if (((_pyfunc_op_equals(rules["scrapyard"], "lowest"))? (value < worst) : (value > worst))) {
                worst = value;
            }
        }
    }
    stub33_ = [];stub33_iter0 = values;if ((typeof stub33_iter0 === "object") && (!Array.isArray(stub33_iter0))) {stub33_iter0 = Object.keys(stub33_iter0);}for (stub33_i0=0; stub33_i0<stub33_iter0.length; stub33_i0++) {value = stub33_iter0[stub33_i0];{stub33_.push((_pyfunc_op_equals(rules["scrapyard"], "threshold"))? (value < worst) : (_pyfunc_op_equals(value, worst)));}}
    paying = stub33_;
    shared = 1;
    if ((!_pyfunc_op_equals(rules["scrapyard"], "threshold"))) {
        shared = ((function list_comprehension (iter0) {var res = [];var pays, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {pays = iter0[i0];if (!(pays)) {continue;}{res.push(pays);}}return res;}).call(this, paying)).length;
    }
    for (seat = 0; seat < yards.length; seat += 1) {
        _pymeth_append.call(found[seat], yards[seat]);
        if (_pyfunc_truthy(paying[seat])) {
            item = _item("penalty", -rules["penalty"], []);
            item["shared"] = shared;
            item["value"] = values[seat];
            _pymeth_append.call(found[seat], item);
        }
    }
    return null;
};

_of_kind = function flx__of_kind (items, bonus) {
    return (function list_comprehension (iter0) {var res = [];var item, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {item = iter0[i0];if (!(_pyfunc_op_equals(item["bonus"], bonus))) {continue;}{res.push(item);}}return res;}).call(this, items);
};

_best = function flx__best (items, most) {
    var best, found, i, left, stub34_, stub34_i0, stub34_item, stub34_iter0, stub35_, stub35_i0, stub35_iter0;
    stub34_ = [];stub34_iter0 = items;if ((typeof stub34_iter0 === "object") && (!Array.isArray(stub34_iter0))) {stub34_iter0 = Object.keys(stub34_iter0);}for (stub34_i0=0; stub34_i0<stub34_iter0.length; stub34_i0++) {stub34_item = stub34_iter0[stub34_i0];{stub34_.push(stub34_item);}}
    left = stub34_;
    found = [];
    while ((left.length > 0) && (found.length < most)) {
        best = 0;
        for (i = 0; i < left.length; i += 1) {
            if (((left[i]["points"]) > (left[best]["points"]))) {
                best = i;
            }
        }
        _pymeth_append.call(found, left[best]);
        stub35_ = [];stub35_iter0 = _pyfunc_range(0, left.length, 1);if ((typeof stub35_iter0 === "object") && (!Array.isArray(stub35_iter0))) {stub35_iter0 = Object.keys(stub35_iter0);}for (stub35_i0=0; stub35_i0<stub35_iter0.length; stub35_i0++) {i = stub35_iter0[stub35_i0];if (!((!_pyfunc_op_equals(i, best)))) {continue;}{stub35_.push(left[i]);}}
        left = stub35_;
    }
    return found;
};

_total = function flx__total (items) {
    var item, stub36_seq, stub37_itr, total;
    total = 0;
    stub36_seq = items;
    if ((typeof stub36_seq === "object") && (!Array.isArray(stub36_seq))) { stub36_seq = Object.keys(stub36_seq);}
    for (stub37_itr = 0; stub37_itr < stub36_seq.length; stub37_itr += 1) {
        item = stub36_seq[stub37_itr];
        total = _pyfunc_op_add(total, item["points"]);
    }
    return total;
};

export { count, own_items, scoring_lines, scrapyard };
