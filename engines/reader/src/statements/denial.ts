import { type Language, wordClass } from '../text/function-words.ts';

const negation =
  /(?<!\p{L})(?:not|no|never|without|nor|neither|n['’]t|cannot|nicht|kein\p{L}{0,2}|nie|niemals|ohne|weder|ne|n['’](?=\p{L})|pas|sans|aucune?|jamais|ni|non|sin|tampoco|ningun[oa]?|ningún|nunca)(?!\p{L})|(?<=\p{L})n['’]t(?!\p{L})/iu;
const partEnd = /[,;:–—](?=\s)|\s(?=(?:and|und|y|et|but|aber|sondern|pero|mais)\s)/giu;
const notOnly = /(?<!\p{L})(?:not only|nicht nur|no sólo|no solo|non seulement)(?!\p{L})/giu;
/** "No later than", "nicht weniger als": a bound, and no denial. */
const bound =
  /(?<!\p{L})(?:not?|nicht|non|pas|no)\s+(?:more|less|later|earlier|over|under|before|mehr|weniger|später|früher|plus|moins|más|menos)(?!\p{L})/giu;

/** Whether a part of a sentence says that something is not so. */
export const isDenied = (part: string): boolean => negation.test(part.replaceAll(notOnly, ' ').replaceAll(bound, ' '));

/** What stands between the marks around a place. */
export function partAt(text: string, at: number): string {
  const [start, end] = bordersAt(text, at);
  return text.slice(start, end);
}

function bordersAt(text: string, at: number): [number, number] {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(partEnd)) {
    if (index >= at) return [start, index];
    start = index + mark.length;
  }
  return [start, text.length];
}

/** Verbs by which somebody does without a thing: "leave out the heaters", "auf die Heizung verzichten wir". */
const leavesOut: Partial<Record<Language, RegExp>> = {
  en: /(?<!\p{L})(?:(?:leav|tak)(?:e|es|ing)(?=[^.;]{1,40}?(?<!\p{L})(?:out|off)(?!\p{L}))|left (?:out|off)|skip(?:s|ped|ping)?|omit(?:s|ted|ting)?|remov(?:e|es|ed|ing)|cancel(?:s|led|ed|ling)?|do(?:es|ing)? without|dispens(?:e|es|ing) with|stays? off)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:weg(?:ge|zu)?lassen|lass(?:t|en|e)?(?=[^.;]{1,40}?(?<!\p{L})weg(?!\p{L}))|verzicht(?:e|en|et|eten?)|(?:ge)?str(?:ei|i)chen|entf(?:ällt|allen|iel|ielen)|abbestell(?:t|en))(?!\p{L})/iu,
  es: /(?<!\p{L})(?:quit(?:e|en|ar|ad[oa]s?)|omit(?:a|an|ir|id[oa]s?)|prescind(?:a|an|ir|imos)|suprim(?:a|an|ir|id[oa]s?)|elimin(?:e|en|ar|ad[oa]s?))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:retir(?:er|ez|ée?s?)|enlev(?:er|ez|ée?s?)|supprim(?:er|ez|ée?s?)|omett(?:re|ez)|renon(?:cer|çons|cez)|se pass(?:er|ent) (?:de|du|des))(?!\p{L})/iu,
};
const isJoined = /^(?:and|or|nor|und|oder|y|o|ni|et|ou)\s/iu;

const wordsOf = (said: string): string[] => said.toLowerCase().match(/\p{L}+(?:['’]t)?/gu) ?? [];

/** Whether what stands between the marks around a place has a word of its own for that it is or is not so: "parking is not", "skip the lights". */
export function saysForItself(text: string, at: number, language: Language): boolean {
  const part = partAt(text, at);
  const last = wordClass(wordsOf(part).at(-1) ?? '', language);
  return last === 'auxiliary' || last === 'negation' || leavesOut[language]?.test(part) === true;
}

/**
 * Whether a text says of what stands at a place that it is not so: by a word for "not" or by a verb of leaving out, but one that is asked for; by both it is
 * so. What "and" adds to such a saying without a word of its own for what is done is meant with it: "skip the heaters and the lights".
 */
export function isSaidNot(text: string, at: number, language: Language, isAsked: (at: number) => boolean): boolean {
  const [start, end] = bordersAt(text, at);
  const part = text.slice(start, end);
  const isAdded =
    start > 0 &&
    isJoined.test(part) &&
    !wordsOf(part).some((word) => /^(?:auxiliary|pronoun|negation)$/.test(wordClass(word, language) ?? ''));
  const from = isAdded ? bordersAt(text, start - 1)[0] : start;
  const said = text.slice(from, end);
  const left = leavesOut[language]?.exec(said);
  return isDenied(said) !== (left !== undefined && left !== null && !isAsked(from + left.index));
}
