import { labelScore, type SourceText, surroundings } from './source-text.ts';

/** What was found for a field: as printed, with its value as a number or an ISO date where it is one. */
export interface Found {
  text: string;
  value?: number;
  iso?: string;
  time?: string | undefined;
  score: number;
  /** Where it stands in the text. */
  start: number;
  end: number;
}

/** The rest of a line after "label:", the cell beside a label, or the cell below it. */
export function findLabelled(labels: RegExp[], source: SourceText, wantsNumber: boolean): Found | undefined {
  for (const label of labels) {
    if (wantsNumber) {
      const number = source.numbers
        .map((each) => ({ each, score: labelScore(surroundings(source, each.start, each.end), [label], undefined) }))
        .sort((a, b) => b.score - a.score)[0];
      if (number && number.score > 0.4) return { ...number.each, score: number.score };
      continue;
    }
    const found = valueBeside(label, source);
    if (found !== undefined && found.text !== '') return { ...found, score: 0.8 };
  }
  return undefined;
}

/** What follows "is" without being a value: a denial, or what was done to the thing. */
const isNoValue =
  /^(?:not|no|never|nobody|nothing|none|unknown|unclear|missing|to|being|been|also|still|only)\b|^\p{L}+(?:ed|en)\s+(?:by|to|in|on|at|from|for|with|as|when|because)\b/iu;

function valueBeside(label: RegExp, source: SourceText): Omit<Found, 'score'> | undefined {
  for (const line of source.lines) {
    for (const [index, cell] of line.cells.entries()) {
      const match = label.exec(cell.text);
      if (!match || match.index > 20) continue;
      const rest = cell.text.slice(match.index + match[0].length);
      const inside = /^\s*(?:[:=–—]|is\b|was\b|are\b)\s*(\S.*)$/.exec(rest)?.[1];
      if (inside && !isNoValue.test(inside)) return trimmed(inside, cell.end - inside.length);
      const next = line.cells[index + 1];
      // bounded: a part of a cell, at most 2,000 characters
      if (/^\s*[:=]?\s*$/.test(rest) && next) {
        const value = next.text.replace(/^[:=]\s*/, '');
        return trimmed(value, next.end - value.length);
      }
      const below = /^\s*:\s*$/.test(rest) ? source.lines[cell.line + 1]?.cells[0] : undefined;
      if (below) return trimmed(below.text, below.start);
    }
  }
  // such as: /(?<![\p{L}])unit[\s_-]*prices?(?![\p{L}])\s*[:=]\s*([^.;\n|]{1,120})/iu
  const match = new RegExp(`${label.source}\\s*[:=]\\s*([^.;\\n|]{1,120})`, 'iu').exec(source.text);
  const value = match?.[1]?.split(/\s{3,}/)[0];
  return match && value !== undefined
    ? trimmed(value, match.index + match[0].length - (match[1]?.length ?? 0))
    : valueSaid(label, source);
}

/** "The keeper of the lighthouse is Ingrid Lund": a name or a number that a sentence gives for the label, denied by nothing. */
function valueSaid(label: RegExp, { text }: SourceText): Omit<Found, 'score'> | undefined {
  const said = `(?:${label.source})(?:\\s+of\\s+[^.;:,\\n|]{1,60}?)?\\s+(?:is|was|are|were|named|called)\\s+(?=[\\p{Lu}\\d"“])([^.;,\\n|]{1,80})`;
  // such as: /(?:(?<![\p{L}])unit[\s_-]*prices?(?![\p{L}]))(?:\s+of\s+[^.;:,\n|]{1,60}?)?\s+(?:is|was|are|were|named|called)\s+(?=[\p{Lu}\d"“])([^.;,\n|]{1,80})/u
  const match = new RegExp(said, 'u').exec(text) ?? undefined;
  if (match?.[1] === undefined) return undefined;
  return trimmed(
    // bounded: what is said of it, at most 80 characters
    match[1].replace(/\s+(?:and|who|which|that|since|until|from|in|at|on)\s.*$/su, ''),
    match.index + match[0].length - match[1].length,
  );
}

/** A value without the marks and white space at its ends, and where it stands. */
function trimmed(text: string, at: number): Omit<Found, 'score'> {
  const start = at + (text.length - text.trimStart().length);
  const value = text
    .trim()
    // The next sentence is not of the value: "Solberg, manager. Contractor: …", while "Dr. Solberg" is.
    .replace(/(?<=\p{L}{4})\.\s+\p{Lu}.*$/su, '')
    .replace(/[.;,]$/, '')
    .trimEnd();
  return { text: value, start, end: start + value.length };
}

/** A name beside a label, when it looks like one. */
export function labelledName(labels: RegExp[], source: SourceText): Found | undefined {
  const found = findLabelled(labels, source, false);
  return found && /^[\p{Lu}\d]/u.test(found.text) && found.text.length <= 80 ? found : undefined;
}
