import { cardinalOf, cardinalPattern } from '@parley/text';
import type { Language } from '../text/function-words.ts';

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

/** Reads instructions out of the system prompt and the question; the question has the last word. */
export function readInstructions(system: string, question: string): Instructions {
  const both = `${system}\n${question}`;
  return {
    ...optional('language', languageOf(system, question)),
    ...optional(
      'maxWords',
      limitOf(question, 'words?|palabras|wörtern?|mots') ?? limitOf(system, 'words?|palabras|wörtern?|mots'),
    ),
    ...optional(
      'maxSentences',
      limitOf(question, 'sentences?|frases|sätzen?|phrases?|lines?|oraciones') ??
        limitOf(system, 'sentences?|frases|sätzen?|phrases?|lines?|oraciones'),
    ),
    isBrief: briefly.some((pattern) => pattern.test(both)),
    layout: layoutOf(question) ?? layoutOf(system) ?? 'prose',
    ...optional('points', pointsOf(question) ?? pointsOf(system)),
    ...optional('letters', lettersOf(system)),
    ...optional(
      'opening',
      phraseAfter(
        both,
        '(?:start|begin|open|preface|prefix)[^.\\n"“\']{0,40}?(?:with|by saying)(?: the (?:word|words|phrase))?',
      ),
    ),
    ...optional(
      'ending',
      phraseAfter(
        both,
        '(?:end|finish|close|sign off|conclude)[^.\\n"“\']{0,40}?(?:with|by saying)(?: the (?:word|words|phrase))?',
      ),
    ),
    ...optional('unknownPhrase', unknownPhraseOf(both)),
    ...topicsOf(system),
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}

function languageOf(system: string, question: string): Language | undefined {
  for (const text of [question, system]) {
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

function phraseAfter(text: string, lead: string): string | undefined {
  return new RegExp(`\\b${lead}:?\\s*${quoted}`, 'i').exec(text)?.[1];
}

function unknownPhraseOf(text: string): string | undefined {
  const condition =
    "(?:do(?:es)?(?: not|n['’]t) (?:know|find|contain|say|mention|have|include)|cannot (?:find|answer)|can['’]t (?:find|answer)|(?:is|are)(?: not|n['’]t) (?:in|found|there|mentioned|available|known|given)|not (?:in|found)|unknown|unsure|no answer|missing)";
  return new RegExp(
    `\\b(?:if|when|whenever)\\b[^.\\n"“]{0,60}?${condition}[^.\\n"“]{0,60}?\\b(?:say|reply|answer|respond|write|return|output)\\b[^"“'‘\\n]{0,20}?${quoted}`,
    'i',
  ).exec(text)?.[1];
}

function topicsOf(system: string): Pick<Instructions, 'forbidden' | 'allowed' | 'refusalPhrase'> {
  const forbidden = [
    ...system.matchAll(
      /\b(?:do not|don['’]t|never|must not|refuse to|decline to|avoid)\s+(?:ever\s+)?(?:to\s+)?(?:discuss(?:ing)?|talk(?:ing)? about|answer(?:ing)?(?: (?:any )?questions?)?(?: (?:about|on|regarding))?|mention(?:ing)?|reveal(?:ing)?|disclose|share|speak about|give advice (?:on|about)|help with)\s+([^.;\n]{3,120})/gi,
    ),
  ];
  const allowed = [
    ...system.matchAll(
      /\b(?:only|exclusively)\s+(?:ever\s+)?(?:answer|discuss|talk about|help with|respond to|handle)\s+(?:questions?\s+)?(?:(?:that are\s+)?(?:about|on|regarding|related to|concerning)\s+)?([^.;,\n]{3,100})|\b(?:answer|discuss) only (?:questions? )?(?:about|on) ([^.;,\n]{3,100})/gi,
    ),
  ];
  const refusal = new RegExp(
    `\\b(?:otherwise|refuse (?:by|with)|for (?:anything|everything) else|if (?:asked|the question|someone|they|the user)[^."“\\n]{0,80}?)[^."“'‘\\n]{0,50}?(?:say(?:ing)?|reply|answer|respond|with)[^"“'‘\\n]{0,12}?${quoted}`,
    'i',
  ).exec(system)?.[1];
  const isAboutText = (topic: string): boolean =>
    /\b(?:context|document|text|file|provided|given|passage|information)\b/i.test(topic);
  return {
    forbidden: forbidden.map((match) => match[1] ?? ''),
    allowed: allowed.map((match) => match[1] ?? match[2] ?? '').filter((topic) => topic !== '' && !isAboutText(topic)),
    ...optional('refusalPhrase', refusal),
  };
}
