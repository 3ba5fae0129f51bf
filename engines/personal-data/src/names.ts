import { NameText, type NameWord } from './name-text.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';
import {
  afterPeople,
  beforePeople,
  brands,
  closings,
  greetings,
  introductions,
  letterTitles,
  noNames,
  particles,
  placeBeginnings,
  roles,
  spelledAs,
  spellingWords,
  thingsAfter,
  thingsBefore,
  titles,
} from './words/name-words.ts';
import type { WordTable } from './words/word-table.ts';

/** Parts of one name, at most. */
const mostParts = 5;

/**
 * Names of people. What introduces a name (a title, a greeting, a role, how people say who they are) makes any word with a capital letter one;
 * elsewhere a name begins with a given name or an initial, or is two words in a row of which one is a family name.
 */
export function findNames(text: string, table: WordTable): PersonalDatum[] {
  const read = new NameText(text, table);
  const found: PersonalDatum[] = [];
  const names = { things: new Set<string>(), people: new Set<string>() };
  for (let i = 0; i < read.words.length; ) {
    const span = nameAt(read, i, names);
    const [first, last] = [read.words[span?.from ?? i], read.words[(span?.to ?? 0) - 1]];
    if (span && !span.isThing && first && last) {
      found.push({ kind: 'name', start: first.start, end: last.end });
      for (let at = span.from; at < span.to; at++) names.people.add(read.words[at]?.key ?? '');
    }
    i = Math.max(span?.to ?? 0, i + 1);
  }
  return found;
}

interface Span {
  from: number;
  to: number;
  /** No name, though it looks like one: nothing of it is looked at again. */
  isThing?: boolean;
}
interface Known {
  things: Set<string>;
  people: Set<string>;
}

function nameAt(read: NameText, i: number, known: Known): Span | undefined {
  const word = read.words[i];
  if (!word) return undefined;
  if (isTitle(word)) return titledName(read, i) ?? (word.isInitial ? initialsName(read, i) : undefined);
  if (word.isInitial) return initialsName(read, i);
  if (!word.isCapital) {
    const small = smallName(read, i);
    return small && introducedAt(read, i) ? small : undefined;
  }
  if (noNames.has(word.key)) return undefined;
  const to = partsFrom(read, i);
  if (to === i) return undefined;
  const isIntroduced = introducedAt(read, i);
  if (!isIntroduced && (isThing(read, i, to) || (to === i + 1 && isQuoted(read, i, to)))) {
    if (to === i + 1) known.things.add(word.key);
    return { from: i, to, isThing: true };
  }
  if (known.things.has(word.key) && to === i + 1) return undefined;
  if (isIntroduced && (!word.isOrdinary || word.isGiven || to > i + 1)) return { from: i, to };
  if (known.people.has(word.key) && !word.isOrdinary) return { from: i, to };
  const isName = to === i + 1 ? isSingleName(read, i) : isFullName(read, i, to);
  return isName ? { from: i, to } : undefined;
}

/** Everything after a title, and after further titles. */
function titledName(read: NameText, i: number): Span | undefined {
  let from = i + 1;
  const follows = (at: number) => /^\s{0,2}$/.test(read.words[at]?.gap ?? '.');
  while (isTitle(read.words[from]) && follows(from)) from++;
  if (!follows(from)) return undefined;
  const start = read.words[from]?.isInitial ? initialsName(read, from) : undefined;
  const to = start?.to ?? partsFrom(read, from);
  return to > from && !isThing(read, i, to) ? { from, to } : undefined;
}

/** P. Nakagawa, J. M. Peñalver */
function initialsName(read: NameText, i: number): Span | undefined {
  let at = i;
  while (read.words[at]?.isInitial && at - i < 3) {
    const hasStop = read.words[at]?.text.endsWith('.');
    if (!(hasStop ? /^ ?$/ : /^(?:\. ?|-)$/).test(read.words[at + 1]?.gap ?? '')) return undefined;
    at++;
  }
  const word = read.words[at];
  if (!word?.isCapital || noNames.has(word.key) || (word.isOrdinary && !word.isFamily && !word.isGiven))
    return undefined;
  const to = partsFrom(read, at);
  return to > at && !isThing(read, at, to) ? { from: i, to } : undefined;
}

/** In small letters, where people say who they are: a given name alone, or with a family name. */
function smallName(read: NameText, i: number): Span | undefined {
  const word = read.words[i];
  if (!word || word.key.length < 3 || !isSureGiven(word) || word.isPlace) return undefined;
  const next = read.words[i + 1];
  const hasFamily = next && read.followsOn(i + 1) && next.isFamily && !next.isOrdinary && !particles.has(next.key);
  return { from: i, to: hasFamily ? i + 2 : i + 1 };
}

/** Capital words and particles from here on, as far as they can be one name. */
function partsFrom(read: NameText, from: number): number {
  let to = from;
  for (let i = from; i < read.words.length && i - from < mostParts + 3 && to - from < mostParts; i++) {
    const word = read.words[i];
    if (!word || (i > from && !read.followsOn(i))) break;
    if (word.isCapital) {
      if (/\p{Ll}\p{Lu}/u.test(word.text) && !/^(?:Ma?c|De|Di|Le|La|Van|Fitz|O['’])\p{Lu}/u.test(word.text)) break;
      // Mohamed El Amrani
      if (i > from && particles.has(word.key) && read.followsOn(i + 1) && read.words[i + 1]?.isCapital) continue;
      if (noNames.has(word.key) || isTitle(word)) break;
      // A word that is nothing but a word ends a name, unless it begins it.
      if (i > from && word.isOrdinary && !word.isFamily && !word.isGiven) break;
      to = i + 1;
    } else if (word.isInitial && i > from) continue;
    else if (i === from || !particles.has(word.text)) break;
  }
  return to;
}

const isTitle = (word: NameWord | undefined): boolean =>
  word !== undefined &&
  (letterTitles.has(word.text) ||
    (titles.has(word.key.replace(/\.$/, '')) &&
      (word.isCapital || /^(?:señora?|señorita|monsieur|madame|don|doña|herr|frau)$/.test(word.text))));

const isSureGiven = (word: NameWord): boolean => word.isGiven && !word.isOrdinary;
const isSureFamily = (word: NameWord): boolean => word.isFamily && !word.isOrdinary && !word.isPlace;

/** A role, an introduction, a greeting, a verb that goes with people, or the end of a letter stands before. */
function introducedAt(read: NameText, i: number): boolean {
  const one = read.before(i, 1);
  if (one === '') return false;
  const gap = read.words[i]?.gap ?? '';
  const [two, three] = [read.before(i, 2), read.before(i, 3)];
  if (introductions.has(one) || introductions.has(two) || introductions.has(three)) return !gap.includes(',');
  if (roles.has(one)) return true;
  if (greetings.has(one)) return gap === ' ';
  if (beforePeople.has(one)) return /^ (?:a )?$/.test(gap);
  return /[,\n–—]/.test(gap) && (closings.has(one) || closings.has(two));
}

/** One given name alone: it must be sure, or stand where a capital letter says that it is a name. */
function isSingleName(read: NameText, i: number): boolean {
  const word = read.words[i];
  if (!word?.isGiven) return false;
  const next = read.words[i + 1];
  if (next && next.gap === ' ' && afterPeople.has(next.key)) return true;
  if (word.isPlace) return false;
  if (isSureGiven(word)) return word.text !== word.text.toUpperCase() || word.text.length > 3;
  return false;
}

/** Two or more words: one of them is a given name, or a family name that is no word. */
function isFullName(read: NameText, from: number, to: number): boolean {
  const words = read.words.slice(from, to).filter((word) => word.isCapital);
  const [first, ...rest] = words;
  if (!first || words.length < 2 || isSpelled(words)) return false;
  const isFamilyLike = (word: NameWord) =>
    isSureFamily(word) || isSureGiven(word) || (word.isUnknown && word.key.length > 2);
  if (isSureGiven(first)) return rest.some((word) => isFamilyLike(word) || word.isFamily);
  if (first.isGiven && !noNames.has(first.key)) {
    const isSure = (word: NameWord) => isSureFamily(word) || (!read.isAtStart(from) && isFamilyLike(word));
    return rest.some(isSure);
  }
  if (first.isOrdinary || first.isPlace || read.isGerman) return false;
  return (isSureFamily(first) || first.isUnknown) && rest.some((word) => isSureFamily(word) || isSureGiven(word));
}

const isSpelled = (words: readonly NameWord[]): boolean =>
  words.length > 2 && words.filter((word) => spellingWords.has(word.key)).length * 3 >= words.length * 2;

function isQuoted(read: NameText, from: number, to: number): boolean {
  const [first, last] = [read.words[from], read.words[to - 1]];
  if (!first || !last) return false;
  return (
    /["“”„«»‘]\s?$/.test(read.text.slice(Math.max(0, first.start - 2), first.start)) &&
    /^\s?["“”»’]/.test(read.text.slice(last.end, last.end + 2))
  );
}

/** Models, storms, streets, firms and inns are named after people. */
function isThing(read: NameText, from: number, to: number): boolean {
  const [one, two] = [read.words[from - 1], read.words[from - 2]];
  const [first, last, next] = [read.words[from], read.words[to - 1], read.words[to]];
  if (!first || !last) return false;
  if (isNamedThing(read, from, to)) return true;
  if (one && /^[ ]["“„«]?$/.test(first.gap)) {
    if (thingsBefore.has(one.key) || (spelledAs.has(one.key) && two?.text.length === 1)) return true;
    const isOf = /^(?:de|del|du|des|la|le|el|of|the|der|die|von|los|las)$/.test(one.key);
    if (isOf && two && one.gap === ' ' && thingsBefore.has(two.key)) return true;
    if (
      /^(?:one|two|three|four|six|ten|un|une|deux|trois|quatre|cinq|six|dix|una|dos|tres|cuatro|seis|zwei|drei|vier|fünf|sechs|einen?)$/.test(
        one.key,
      )
    )
      return true;
    // In English, French and Spanish people have no article: the Harry Potter, el Gregorio Marañón, au Jean Moulin, im Prinz Karl.
    if (/^(?:el|del|al|los|las|le|les|du|au|aux|im|am|ins)$/.test(one.key) || (to > from + 1 && one.key === 'the'))
      return true;
    if (two && one.gap === ' ' && /^(?:auf de[rm]|sur le|sur la)$/.test(`${two.key} ${one.key}`)) return true;
    if (to === from + 1 && /^(?:the|an|das|der|des|dem)$/.test(one.key) && !(read.isGerman && one.key.startsWith('de')))
      return true;
  }
  if (to === from + 1 && /\d ?$/.test(first.gap)) return true;
  if (to > from + 1 && thingsBefore.has(first.key)) return true;
  if (isBrand(read, from, to) || (to > from + 1 && placeBeginnings.has(first.key))) return true;
  if (/^(?:saint|sainte|san|santa|sankt|st)-/.test(first.key)) return true;
  if (
    /(?:straße|strasse|platz|weg|allee|gasse|stift|haus|schule|heim|gymnasium|klinik|kirche|preis|stiftung|brücke|halle|park|universität|akademie|festival|museum)$/.test(
      last.key,
    )
  )
    return true;
  if (next && next.gap === ' ' && thingsAfter.has(next.key)) return true;
  const after = read.text.slice(last.end, last.end + 8);
  return (
    /^ ?(?:&|®|™|\.(?:js|com|de|es|fr|io)\b)/.test(after) ||
    (to === from + 1 && /^ \d{1,2}(?:\.\d|\b(?![:.h]))/.test(after)) ||
    isSpelled(read.words.slice(from, to))
  );
}

function isBrand(read: NameText, from: number, to: number): boolean {
  const keys = read.words.slice(from, to).map((word) => word.key);
  return brands.has(keys.join(' ')) || brands.has(keys.slice(0, 2).join(' ')) || brands.has(keys.slice(0, 3).join(' '));
}

/** La impresora Martina, le navire Abel Tasman: an article, a word that is nobody's role, and what it is called. */
function isNamedThing(read: NameText, from: number, to: number): boolean {
  const [article, noun, first] = [read.words[from - 2], read.words[from - 1], read.words[from]];
  if (!article || !noun || first?.gap !== ' ' || noun.gap !== ' ' || !articles.has(article.key)) return false;
  if (noun.isGiven && noun.isCapital) return false;
  const isNoun = read.isGerman ? noun.isCapital && noun.isOrdinary && to === from + 1 : !noun.isCapital;
  return (
    isNoun &&
    !roles.has(noun.key) &&
    !titles.has(noun.key) &&
    !beforePeople.has(noun.key) &&
    !(read.isGerman ? workers.german : workers.others).test(noun.key)
  );
}

const articles: ReadonlySet<string> = new Set(
  'el la los las le les un une una unos unas du des del al au aux cette ce cet esta este esa ese the a der die das den dem des ein eine einen einem einer'.split(
    ' ',
  ),
);
/** How words for people of a trade end, for whom the rule above does not hold, and small words that are no nouns. */
const workers = {
  german: /(?:er|in|ent|ist|or|ling|frau|mann)$/,
  others:
    /(?:er[oa]|[dt]ora?|ista|ario|aria|ante|ente|ier|ière|eur|euse|trice|ien|ienne|iste|logue|logo|loga|ist|er|or|man|woman|señor|señora|nom|nombre)$|^(?:de|d|del|por|para|con|pour|par|avec|chez|que|y|et|and|to|from|by|with|for|of|que|qui|es|est|is|was|a|à|name|llamad[oa]|nommée?|called)$/,
};
