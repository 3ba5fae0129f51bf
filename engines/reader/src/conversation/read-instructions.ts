import { cardinalOf, cardinalPattern } from '@parley/text';
import { longestQuestion } from '../bounds/bounds.ts';
import type { Language } from '../text/function-words.ts';

// bounded: every pattern of this file sees a question or a stretch of instructions, at most 2,000 characters

/** How a reply is to look, as far as the system prompt and the question say. */
export interface Instructions {
  /** Language of the reader's own words. */
  language?: Language;
  maxWords?: number;
  maxSentences?: number;
  /** The answer alone. */
  isBrief: boolean;
  layout: 'prose' | 'bullets' | 'numbered' | 'json';
  /** How many points a list should have. */
  points?: number;
  letters?: 'upper' | 'lower';
  opening?: string;
  ending?: string;
  /** Said instead of "the text does not say". */
  unknownPhrase?: string;
  /** Topics that are not to be spoken about. */
  forbidden: string[];
  /** The only topics that are to be spoken about. */
  allowed: string[];
  /** Said when a topic is refused. */
  refusalPhrase?: string;
}

const count = `(\\d+|an?|single|hundred|una?|eine?[mn]?|${cardinalPattern()})`;
const languageNames: [RegExp, Language][] = [
  [/\b(?:spanish|español|castellano|spanisch|espagnol)\b/i, 'es'],
  [/\b(?:german|deutsch|alemán|allemand)\b/i, 'de'],
  [/\b(?:french|français|francés|französisch)\b/i, 'fr'],
  [/\b(?:italian|italiano|italienisch)\b/i, 'it'],
  [/\b(?:portuguese|português|portugués)\b/i, 'pt'],
  [/\b(?:chinese|mandarin)\b|中文|汉语/i, 'zh'],
  [/\b(?:english|inglés|englisch|anglais)\b/i, 'en'],
];
const quoted = '["“«‘\']([^"”»’\']{1,300})["”»’\']';

const briefly = [
  /\b(?:just|only)\s+(?:with\s+)?(?:the\s+|a\s+)(?:\p{L}+\s+)?(?:answer|name|number|value|date|word|result|fact)\b/iu,
  /\b(?:just|only)\s+(?:give|return|output|say|write)\s+(?:me\s+)?(?:the\s+)?(?:answer|name|number|value|date|word|result)\b/i,
  /\b(?:one|single)[- ]word\b|\bas (?:short|briefly|concisely) as possible\b|\bno (?:explanation|extra text|preamble)\b|\bshort answers?\b/i,
  /\b(?:answer|reply|respond|be)\s+(?:very\s+|always\s+)?(?:brief|briefly|concise|concisely|terse|short|shortly)\b|\bsolo (?:la )?respuesta\b|\bnur die antwort\b/i,
];

/**
 * Parts of a text that are read one by one, so that the time for it grows with its length. Each ends with a line, or else a word.
 * What people write as a question or as instructions is mostly one part.
 */
function stretchesOf(text: string): string[] {
  const stretches: string[] = [];
  for (let from = 0; from < text.length; ) {
    const most = text.slice(from, from + longestQuestion);
    const isLast = from + most.length === text.length;
    const end = isLast ? most.length : [most.lastIndexOf('\n'), most.lastIndexOf(' ')].find((at) => at > 0);
    const stretch = most.slice(0, end);
    stretches.push(stretch);
    from += stretch.length;
  }
  return stretches;
}

/** What the first text that tells it says. */
function firstOf<T>(texts: readonly string[], read: (text: string) => T | undefined): T | undefined {
  for (const text of texts) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads instructions out of the system prompt and the question; the question has the last word. */
export function readInstructions(instructions: string, question: string): Instructions {
  const system = stretchesOf(instructions);
  const asked = stretchesOf(question);
  const both = [...system, ...asked];
  return {
    ...optional('language', languageOf([...asked, ...system])),
    ...optional(
      'maxWords',
      firstOf([...asked, ...system], (text) => limitOf(text, 'words?|palabras|wörtern?|mots')),
    ),
    ...optional(
      'maxSentences',
      firstOf([...asked, ...system], (text) => limitOf(text, 'sentences?|frases|sätzen?|phrases?|lines?|oraciones')),
    ),
    isBrief: both.some((text) => briefly.some((pattern) => pattern.test(text))),
    layout: firstOf([...asked, ...system], layoutOf) ?? 'prose',
    ...optional('points', firstOf([...asked, ...system], pointsOf)),
    ...optional('letters', firstOf(system, lettersOf)),
    ...optional(
      'opening',
      firstPhrase(
        both,
        '(?:start|begin|open|preface|prefix)[^.\\n"“\']{0,40}?(?:with|by saying)(?: the (?:word|words|phrase))?',
      ),
    ),
    ...optional(
      'ending',
      firstPhrase(
        both,
        '(?:end|finish|close|sign off|conclude)[^.\\n"“\']{0,40}?(?:with|by saying)(?: the (?:word|words|phrase))?',
      ),
    ),
    ...optional('unknownPhrase', firstOf(both, unknownPhraseOf)),
    ...topicsOf(system),
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}

function languageOf(texts: readonly string[]): Language | undefined {
  for (const text of texts) {
    const asked =
      /(?:answer|reply|respond|write|speak|talk|responde|contesta|antworte|antworten|réponds|respond[ae])\b[^.\n]{0,30}?\b(?:in|en|auf|em)\s+([\p{L}]+)|(?:always|only|just)\s+(?:in|use|speak)\s+([\p{L}]+)|(?:,\s+in|^\s*(?:please\s+)?(?!who|what|when|where|why|how|which|is|are|was|were|do|does|did|can|has|have|will)\p{L}+\b[^?\n]*\bin) ([\p{L}]+)[.!?]?\s*$|用(中文)|回答用(.{2})/iu.exec(
        text,
      );
    const name = asked?.slice(1).find((part) => part !== undefined);
    const found = name === undefined ? undefined : languageNames.find(([pattern]) => pattern.test(name))?.[1];
    if (found) return found;
  }
  return undefined;
}

function limitOf(text: string, unit: string): number | undefined {
  // such as: /(?:\b(?:in|within|at most|max(?:imum)?(?: of)?)\s+(?:the\s+)?(?:just\s+|at most\s+)?)?(\d+|an?|single|hundred|one|two|twenty-?one)[\s-]+(?:short\s+|brief\s+)?(?:words?|mots)\b/i
  const match = new RegExp(
    `(?:\\b(?:in|within|under|at most|no more than|max(?:imum)?(?: of)?|up to|less than|fewer than|limit(?:ed)? to|exactly|about|around|using|as|en|a|höchstens|maximal|máximo)\\s+(?:the\\s+)?(?:just\\s+|only\\s+|at most\\s+|no more than\\s+|a maximum of\\s+)?)?${count}[\\s-]+(?:short\\s+|simple\\s+|brief\\s+)?(?:${unit})\\b`,
    'i',
  ).exec(text);
  if (!match?.[1]) return undefined;
  if (/^(?:a|an|un|una)$/i.test(match[1]) && !/sentence|frase|satz|phrase/i.test(match[0])) return undefined;
  return toNumber(match[1]);
}

function toNumber(text: string): number {
  const word = text.toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  // Every other word that `count` knows is an article.
  return word === 'hundred' ? 100 : (cardinalOf(word) ?? 1);
}

function layoutOf(text: string): Instructions['layout'] | undefined {
  if (/\bbullet(?:s|ed| points?| list)?\b|\bviñetas\b|\bstichpunkte?n?\b/i.test(text)) return 'bullets';
  if (/\bnumbered (?:list|points)\b/i.test(text)) return 'numbered';
  return /\b(?:in|as|with|valid|only) json\b|\bjson (?:object|format|only)\b/i.test(text) ? 'json' : undefined;
}

function pointsOf(text: string): number | undefined {
  // such as: /(\d+|an?|single|hundred|one|two|twenty-?one)\s+(?:short |main |key )?(?:bullets?|bullet points|points|items)\b/i
  const match = new RegExp(
    `${count}\\s+(?:short |main |key )?(?:bullets?|bullet points|points|items|viñetas|stichpunkten?)\\b`,
    'i',
  ).exec(text);
  return match?.[1] === undefined ? undefined : toNumber(match[1]);
}

function lettersOf(system: string): Instructions['letters'] | undefined {
  if (/\b(?:all caps|upper ?case|capital letters|mayúsculas|großbuchstaben)\b/i.test(system)) return 'upper';
  return /\blower ?case\b|\bminúsculas\b|\bkleinbuchstaben\b/i.test(system) ? 'lower' : undefined;
}

const firstPhrase = (texts: readonly string[], lead: string): string | undefined =>
  firstOf(texts, (text) => phraseAfter(text, lead));

function phraseAfter(text: string, lead: string): string | undefined {
  // such as: /\b(?:start|begin)[^.\n"“']{0,40}?(?:with|by saying)(?: the (?:word|words|phrase))?:?\s*["“«‘']([^"”»’']{1,300})["”»’']/i
  return new RegExp(`\\b${lead}:?\\s*${quoted}`, 'i').exec(text)?.[1];
}

function unknownPhraseOf(text: string): string | undefined {
  const condition =
    "(?:do(?:es)?(?: not|n['’]t) (?:know|find|contain|say|mention|have|include)|cannot (?:find|answer)|can['’]t (?:find|answer)|(?:is|are)(?: not|n['’]t) (?:in|found|there|mentioned|available|known|given)|not (?:in|found)|unknown|unsure|no answer|missing)";
  // such as: /\b(?:if|when|whenever)\b[^.\n"“]{0,60}?(?:unknown|not (?:in|found))[^.\n"“]{0,60}?\b(?:say|reply)\b[^"“'‘\n]{0,20}?["“«‘']([^"”»’']{1,300})["”»’']/i
  return new RegExp(
    `\\b(?:if|when|whenever)\\b[^.\\n"“]{0,60}?${condition}[^.\\n"“]{0,60}?\\b(?:say|reply|answer|respond|write|return|output)\\b[^"“'‘\\n]{0,20}?${quoted}`,
    'i',
  ).exec(text)?.[1];
}

function topicsOf(system: readonly string[]): Pick<Instructions, 'forbidden' | 'allowed' | 'refusalPhrase'> {
  const forbidden = system.flatMap((text) => [
    ...text.matchAll(
      /\b(?:do not|don['’]t|never|must not|refuse to|decline to|avoid)\s+(?:ever\s+)?(?:to\s+)?(?:discuss(?:ing)?|talk(?:ing)? about|answer(?:ing)?(?: (?:any )?questions?)?(?: (?:about|on|regarding))?|mention(?:ing)?|reveal(?:ing)?|disclose|share|speak about|give advice (?:on|about)|help with)\s+([^.;\n]{3,120})/gi,
    ),
  ]);
  const allowed = system.flatMap((text) => [
    ...text.matchAll(
      /\b(?:only|exclusively)\s+(?:ever\s+)?(?:answer|discuss|talk about|help with|respond to|handle)\s+(?:questions?\s+)?(?:(?:that are\s+)?(?:about|on|regarding|related to|concerning)\s+)?([^.;,\n]{3,100})|\b(?:answer|discuss) only (?:questions? )?(?:about|on) ([^.;,\n]{3,100})/gi,
    ),
  ]);
  // such as: /\b(?:otherwise|refuse (?:by|with)|if (?:asked|they)[^."“\n]{0,80}?)[^."“'‘\n]{0,50}?(?:say(?:ing)?|reply)[^"“'‘\n]{0,12}?["“«‘']([^"”»’']{1,300})["”»’']/i
  const refusalOf = (text: string): string | undefined =>
    new RegExp(
      `\\b(?:otherwise|refuse (?:by|with)|for (?:anything|everything) else|if (?:asked|the question|someone|they|the user)[^."“\\n]{0,80}?)[^."“'‘\\n]{0,50}?(?:say(?:ing)?|reply|answer|respond|with)[^"“'‘\\n]{0,12}?${quoted}`,
      'i',
    ).exec(text)?.[1];
  const isAboutText = (topic: string): boolean =>
    /\b(?:context|document|text|file|provided|given|passage|information)\b/i.test(topic);
  return {
    forbidden: forbidden.map((match) => match[1] ?? ''),
    allowed: allowed.map((match) => match[1] ?? match[2] ?? '').filter((topic) => topic !== '' && !isAboutText(topic)),
    ...optional('refusalPhrase', firstOf(system, refusalOf)),
  };
}
