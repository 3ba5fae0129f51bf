import { foldWord, type KnownLanguage, stemWord, tellingTerms } from '@parley/text';

/** Terms with what each counts. */
export type WeightedTerms = ReadonlyMap<string, number>;

const nameWeight = 2;
/** A name of several words ("Los Angeles Auto Show") counts little more than one of one. */
const leastNamePart = 0.7;
/** The subject of the first question stands behind the later ones ("… and what do they cost?"), less strongly. */
const topicWeight = 0.6;

/** What each question asks about: its own telling words, names above all, and the subject that it leaves out. */
export function askedAbout(
  instructions: string,
  questions: readonly string[],
  language: KnownLanguage | null,
): WeightedTerms[] {
  const names = namesIn(instructions, language);
  const topic = tellingTerms(questions[0] ?? instructions, language);
  return questions.map((question) => {
    const weights = new Map<string, number>();
    for (const term of topic) weights.set(term, topicWeight);
    for (const term of tellingTerms(question, language)) weights.set(term, 1);
    for (const [name, weight] of names) weights.set(name, weight);
    return weights;
  });
}

/** The weighted share of what is asked that some terms hold, 0 to 1; `partly` counts what is only implied. */
export function heldShare(
  asked: WeightedTerms,
  terms: ReadonlySet<string>,
  partly: ReadonlySet<string> = new Set(),
): number {
  let whole = 0;
  let held = 0;
  for (const [term, weight] of asked) {
    whole += weight;
    if (terms.has(term)) held += weight;
    else if (partly.has(term)) held += weight * 0.6;
  }
  return whole === 0 ? 0 : held / whole;
}

/** Words with a capital inside a sentence, and figures. German writes every noun so: there it says nothing. */
function namesIn(instructions: string, language: KnownLanguage | null): [string, number][] {
  const names: [string, number][] = [];
  const chains = /(?<=[\p{Ll}\p{N},"“('’-]\s?["“('’]?)\p{Lu}[\p{L}\p{M}]+(?:\s\p{Lu}[\p{L}\p{M}]+)*|\b\d{2,}\b/gu;
  for (const [chain] of instructions.matchAll(chains)) {
    if (language === 'de' && !/^\d/.test(chain)) continue;
    const words = chain.split(/\s/);
    const weight = Math.max(leastNamePart, nameWeight / words.length);
    for (const word of words) {
      const [term] = tellingTerms(word, language);
      names.push([term ?? stemWord(foldWord(word), language), weight]);
    }
  }
  return names;
}
