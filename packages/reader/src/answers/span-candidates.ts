import type { Tag } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';

/** Tokens `from` to `to` (exclusive) of a sentence. */
export interface Candidate {
  from: number;
  to: number;
}

const longest = 10;
const longestClause = 24;

/** Stretches of a sentence that could be an answer: whole phrases with sound ends, and clauses up to the next mark. */
export function findCandidates(tokens: Token[], tags: Tag[]): Candidate[] {
  const found: Candidate[] = [];
  for (let from = 0; from < tokens.length; from++) {
    if (!canBegin(tokens, tags, from)) continue;
    const isClauseStart = from === 0 || isBreak(tokens[from - 1]) || beginsClause(tags[from]);
    let marks = 0;
    let depth = 0;
    let verbs = 0;
    for (let to = from + 1; to <= tokens.length && to - from <= longestClause; to++) {
      const last = tokens[to - 1];
      if (!last) break;
      depth += opens(last.text) ? 1 : closes(last.text) ? -1 : 0;
      if (depth < 0 || /^[;:。；：]$/.test(last.text) || isDash(tokens, to - 1)) break;
      if (last.kind === 'mark' && /^[,，、(（]$/.test(last.text)) marks++;
      if (marks > 3) break;
      if (to - 1 > from && (tags[to - 1] === 'AUX' || (tags[to - 1] === 'VERB' && !/ing$/.test(last.lower)))) verbs++;
      const isWholeClause = isClauseStart && (to === tokens.length || isBreak(tokens[to]));
      if ((to - from > longest || verbs > 0) && !isWholeClause) continue;
      if (depth === 0 && canEnd(tokens, tags, to - 1)) found.push({ from, to });
    }
  }
  return found;
}

/** A dash between spaces stands between two thoughts; one between figures or words joins them. */
function isDash(tokens: Token[], index: number): boolean {
  const token = tokens[index];
  return (
    token !== undefined &&
    /^[-–—]$/.test(token.text) &&
    tokens[index - 1]?.end !== token.start &&
    tokens[index + 1]?.start !== token.end
  );
}

const isBreak = (token: Token | undefined): boolean =>
  token?.kind === 'mark' && /^[,.;:!?()–—，。；：！？（）、]$/.test(token.text);
const opens = (text: string): boolean => /^[([{（「『“]$/.test(text);
const closes = (text: string): boolean => /^[)\]}）」』”]$/.test(text);
const beginsClause = (tag: Tag | undefined): boolean =>
  tag === 'VERB' || tag === 'ADP' || tag === 'PART' || tag === 'CONJ';

function canBegin(tokens: Token[], tags: Tag[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (token.kind === 'mark') return /^["“'‘«「『《([$€£¥₹~]$/.test(token.text);
  if (tags[index] === 'PROPN' && tags[index - 1] === 'PROPN' && tokens[index - 1]?.kind === 'word') return false;
  if (token.lower.startsWith("'") || token.lower.startsWith('’')) return false;
  if (
    /^[-–/%.]$/.test(tokens[index - 1]?.text ?? '') &&
    tokens[index - 1]?.end === token.start &&
    tokens[index - 2]?.end === tokens[index - 1]?.start
  ) {
    return token.kind === 'number';
  }
  return (
    token.wordClass !== 'auxiliary' &&
    !(token.wordClass === 'conjunction' && !/^(?:because|porque|weil|因为|if|as)$/.test(token.lower)) &&
    tags[index] !== 'AUX'
  );
}

function canEnd(tokens: Token[], tags: Tag[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (token.kind === 'mark') return /^["”'’»」』》)\]%°€$₽]$/.test(token.text);
  const next = tokens[index + 1];
  if (
    next &&
    /^[-/]$/.test(next.text) &&
    next.start === token.end &&
    tokens[index + 2]?.start === next.end &&
    tokens[index + 2]?.kind === 'word'
  )
    return false;
  if (token.wordClass === 'article' || token.wordClass === 'conjunction' || token.wordClass === 'auxiliary')
    return false;
  if (token.lower === "'s" || token.lower === '’s') return false;
  if (token.wordClass === 'preposition') return false;
  if (tags[index] === 'PROPN' && tags[index + 1] === 'PROPN' && next?.kind === 'word') return false;
  if (
    (tags[index] === 'NOUN' || tags[index] === 'ADJ') &&
    tags[index + 1] === 'NOUN' &&
    next?.start === token.end + 1 &&
    tags[index] === 'ADJ'
  )
    return false;
  if (token.wordClass === 'pronoun') return !/^(?:my|your|his|its|our|their|sein|seine|ihre|su|sus)$/.test(token.lower);
  return tags[index] !== 'DET';
}
