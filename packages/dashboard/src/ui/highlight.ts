/** A piece of code with what it is. */
export interface Piece {
  kind: 'plain' | 'string' | 'number' | 'word' | 'comment';
  text: string;
  /** Where it begins. */
  at: number;
}

const maxLength = 60_000;
const pattern =
  /(?<comment>(?<!\S)#[^\n]*)|(?<slashes>(?<!:)\/\/[^\n"']*)|(?<string>(?<!\\)"(?:[^"\\\n]|\\.)*"|(?<!\\)'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<number>(?<![\w.:/-])\d+(?:\.\d+)?\b(?![.:]?\w))|(?<word>\b(?:import|from|const|let|await|async|for|of|in|if|return|new|def|class|print|with|as|true|false|null|None|True|False|export|curl)\b)/gm;

/** Pieces of JSON, TypeScript, Python or shell for colouring. Long texts come as one plain piece. */
export function highlight(code: string): Piece[] {
  if (code.length > maxLength) return [{ kind: 'plain', text: code, at: 0 }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const { groups = {}, index } = match;
    // A comment runs to the end of its line; what a quotation mark ends is none.
    const isCode = groups.slashes !== undefined && (code[index + match[0].length] ?? '\n') !== '\n';
    if (isCode) continue;
    if (match.index > end) pieces.push({ kind: 'plain', text: code.slice(end, match.index), at: end });
    pieces.push({ kind: kindOf(match.groups ?? {}), text: match[0], at: match.index });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: 'plain', text: code.slice(end), at: end });
  return pieces;
}

function kindOf({ comment, slashes, string, number }: Record<string, string | undefined>): Piece['kind'] {
  if (comment !== undefined || slashes !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  return number !== undefined ? 'number' : 'word';
}
