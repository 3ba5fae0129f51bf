const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * What a JSON text has more of than it may: levels, or values (about: lists, objects and what is parted by commas), with the
 * name of the field of the outermost object that they are in. Whatever walks a value by recursion runs out of stack on one that
 * nests too deeply, and every step after this one costs time by the number of values, so both are refused before the text is
 * parsed. Texts are leapt over: long ones (images in base64) cost next to nothing.
 */
export function findExcess(
  json: string,
  limits: { depth: number; values: number },
): { of: 'depth' } | { of: 'values'; field: string } | null {
  let depth = 0;
  let values = 0;
  /** Where the last text of the outermost level stands: the name of what follows, or a value that nothing is in. */
  let name = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    // `[` and `{`, `]` and `}` differ by one bit each.
    if ((code | 0x20) === 0x7b) {
      depth++;
      values++;
    } else if ((code | 0x20) === 0x7d) depth--;
    else if (code === comma) values++;
    else if (code === quote) {
      const end = endOfText(json, at);
      if (depth === 1) name = [at + 1, end];
      at = end;
    }
    if (depth > limits.depth) return { of: 'depth' };
    if (values > limits.values) return { of: 'values', field: depth > 1 ? json.slice(...name).slice(0, 100) : '' };
  }
  return null;
}

/** So far behind an escape the next one is looked for letter by letter: where they stand close, leaping costs more than reading. */
const stride = 8;

/** The position of the closing quote; the end of the input when there is none. */
function endOfText(json: string, open: number): number {
  let at = open + 1;
  while (at < json.length) {
    const close = json.indexOf('"', at);
    if (close < 0) return json.length;
    let escapes = 0;
    while (json.charCodeAt(close - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return close;
    at = close + 1;
    for (let end = at + stride; at < end; at++) {
      const code = json.charCodeAt(at);
      if (code === quote) return at;
      if (code === backslash) {
        at++;
        end = at + stride;
      }
    }
  }
  return json.length;
}
