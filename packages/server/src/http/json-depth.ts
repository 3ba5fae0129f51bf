const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether a JSON text nests deeper than `limit` levels. Whatever walks a value by recursion runs out of stack on one that
 * does, so it is refused before it is parsed. Texts are leapt over: long ones (images in base64) cost next to nothing.
 */
export function isNestedDeeper(json: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    // `[` and `{`, `]` and `}` differ by one bit each.
    if ((code | 0x20) === 0x7b) depth++;
    else if ((code | 0x20) === 0x7d) depth--;
    else if (code === quote) at = endOfText(json, at);
    if (depth > limit) return true;
  }
  return false;
}

/** The position of the closing quote; the end of the input when there is none. */
function endOfText(json: string, open: number): number {
  for (let from = open + 1; ; ) {
    const close = json.indexOf('"', from);
    if (close < 0) return json.length;
    let escapes = 0;
    while (json.charCodeAt(close - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return close;
    from = close + 1;
  }
}
