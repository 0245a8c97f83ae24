// Made from partake/engine/hexagon/line_rule.py by script/page-scripts: change that.

var BROKEN, INCOMPLETE, line_number;
INCOMPLETE = -1;
BROKEN = 0;
line_number = function flx_line_number (direction, cells, sheet, tiles, skips, highest) {
    var at, filled, greatest, lowest, stripe, stub1_seq, stub2_itr, tile;
    lowest = 0;
    greatest = 0;
    filled = 0;
    stub1_seq = cells;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        at = stub1_seq[stub2_itr];
        tile = sheet[at];
        if ((tile >= 0)) {
            filled += 1;
            stripe = tiles[tile][direction];
            if ((stripe > 0)) {
                if ((stripe > greatest)) {
                    greatest = stripe;
                }
                if (((lowest < 1) || (stripe < lowest))) {
                    lowest = stripe;
                }
            }
        } else if ((skips[at] === false)) {
            return INCOMPLETE;
        }
    }
    if ((filled < 1)) {
        return INCOMPLETE;
    }
    if ((greatest < 1)) {
        return highest;
    }
    return ((lowest >= greatest))? (lowest) : (BROKEN);
};

export { INCOMPLETE, BROKEN, line_number };
