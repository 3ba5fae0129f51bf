/** A word of a run of text and where it lies along it. */
export interface RunWord {
  text: string;
  x: number;
  width: number;
}

const space = 0x20;
const noBreakSpace = 0xa0;
/** Widths that letters usually have, in ems, by character code. */
const widths = usualWidths();

/**
 * The words of a run with their places, from the widths that letters usually have, scaled to the run. LiteParse can tell
 * the boxes of words exactly, but that costs as much as all the rest of its work; a run ends at every wide gap, so that
 * the places inside it need not be exact.
 */
export function runWords(text: string, x: number, width: number, monospacedSize: number | null): RunWord[] {
  if (!/[ \u00a0]/.test(text)) return text === '' ? [] : [{ text, x, width }];
  const step = monospacedSize === null ? proportional(text, width) : monospaced(text, width, monospacedSize);
  const words: RunWord[] = [];
  let at = x;
  let start = -1;
  let from = x;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) {
      if (start >= 0) words.push({ text: text.slice(start, i), x: from, width: at - from });
      start = -1;
    } else if (start < 0) {
      start = i;
      from = at;
    }
    at += step(code);
  }
  if (start >= 0) words.push({ text: text.slice(start), x: from, width: at - from });
  return words;
}

function proportional(text: string, width: number): (code: number) => number {
  let total = 0;
  for (let i = 0; i < text.length; i++) total += widthOf(text.charCodeAt(i));
  const scale = width / total;
  return (code) => widthOf(code) * scale;
}

/** All letters are as wide as 0.6 of the size; what is left is the spaces'. */
function monospaced(text: string, width: number, size: number): (code: number) => number {
  let spaces = 0;
  for (let i = 0; i < text.length; i++) if (isSpace(text.charCodeAt(i))) spaces++;
  const letter = Math.min(width / text.length, size * 0.6);
  const gap = (width - letter * (text.length - spaces)) / Math.max(1, spaces);
  return (code) => (isSpace(code) ? gap : letter);
}

function isSpace(code: number): boolean {
  return code === space || code === noBreakSpace;
}

function widthOf(code: number): number {
  return code < widths.length ? (widths[code] ?? 0.53) : code > 0x2e7f ? 1 : 0.53;
}

function usualWidths(): Float64Array {
  const table = new Float64Array(128).fill(0.53);
  const set = (characters: string, width: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = width;
  };
  set('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 0.67);
  set('mwMWQOGDHNU@%&', 0.78);
  set('.,:;!|\'`ijltfrI()[]{}-/\\"', 0.3);
  set(' ', 0.28);
  return table;
}
