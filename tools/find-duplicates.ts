/** A line of code; `line` counts from 1. */
interface Place {
  file: string;
  line: number;
  text: string;
}

interface Duplicate {
  first: Place;
  second: Place;
  /** How many lines of code the two have in common. */
  lines: number;
}

/**
 * Stretches of more than `most` lines of code that stand in two places word for word. Blank lines, comments, imports and indentation do not
 * count. What stands three times is named with its first place each time.
 */
export function findDuplicates(sources: readonly { file: string; text: string }[], most: number): Duplicate[] {
  const all = sources.flatMap(({ file, text }) => codeOf(file, text));
  const duplicates: Duplicate[] = [];
  const known = new Map<string, number>();
  for (let at = 0; at + most < all.length; ) {
    const key = stretchAt(all, at, most);
    const earlier = key === undefined ? undefined : known.get(key);
    const [first, second] = [all[earlier ?? -1], all[at]];
    if (key !== undefined && earlier === undefined) known.set(key, at);
    // Of a long list that repeats itself, a stretch is not its own second place.
    if (earlier === undefined || first === undefined || second === undefined || at - earlier <= most) {
      at++;
      continue;
    }
    let lines = most + 1;
    while (earlier + lines < at && isSame(all[earlier + lines], all[at + lines], first, second)) lines++;
    duplicates.push({ first, second, lines });
    at += lines;
  }
  return duplicates;
}

/** The lines that count. What is left out keeps its line breaks, so that the numbers of lines stay right. */
function codeOf(file: string, text: string): Place[] {
  const breaks = (left: string) => left.replace(/[^\n]/g, '');
  return text
    .replace(/^(?:import|export) [^;='"]*from '[^']*';$/gm, breaks)
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, breaks)
    .split('\n')
    .map((line, index) => ({ file, line: index + 1, text: line.trim() }))
    .filter((place) => place.text !== '' && !place.text.startsWith('//'));
}

/** The next lines as one text, where they belong to one file. */
function stretchAt(all: readonly Place[], at: number, most: number): string | undefined {
  if (all[at]?.file !== all[at + most]?.file) return undefined;
  return all
    .slice(at, at + most + 1)
    .map(({ text }) => text)
    .join('\n');
}

function isSame(one: Place | undefined, other: Place | undefined, first: Place, second: Place): boolean {
  return one !== undefined && one.text === other?.text && one.file === first.file && other.file === second.file;
}
