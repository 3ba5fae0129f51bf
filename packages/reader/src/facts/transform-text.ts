import type { ReaderReply } from '../reader-reply.ts';
import { splitSentences } from '../text/sentences.ts';

type Change = (text: string, match: RegExpExecArray) => string;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
const listOf = (text: string): string[] =>
  text
    .split(text.includes('\n') ? /\n/ : /[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const joinLike = (text: string, parts: string[]): string => parts.join(text.includes('\n') ? '\n' : ', ');
const stripQuotes = (text: string): string => text.replace(/^["“'‘]|["”'’]$/g, '');

/** What can be done to a given text, by the words that ask for it. */
const changes: [RegExp, Change][] = [
  [
    /\bhow many times (?:does|is|do) (?:the (?:word|letter|phrase) )?["“'‘]?(.+?)["”'’]? (?:appear|occur|mentioned|used)/i,
    (text, [, part = '']) => String(occurrences(text, part)),
  ],
  [
    /\b(?:count|how many) (?:the )?(?:number of )?(?:letter |occurrences of )?["“'‘]?(\p{L})["”'’]?(?:'s|s)? (?:are )?(?:there )?in\b/iu,
    (text, [, letter = '']) => String([...text.toLowerCase()].filter((sign) => sign === letter.toLowerCase()).length),
  ],
  [/\b(?:count|how many|number of) (?:the )?(?:total )?words?\b/i, (text) => String(wordsOf(text).length)],
  [/\b(?:count|how many|number of) (?:the )?(?:characters|chars)\b/i, (text) => String([...text].length)],
  [/\b(?:count|how many|number of) (?:the )?letters\b/i, (text) => String((text.match(/\p{L}/gu) ?? []).length)],
  [
    /\b(?:count|how many|number of) (?:the )?vowels\b/i,
    (text) => String((text.match(/[aeiouáéíóúäöü]/gi) ?? []).length),
  ],
  [/\b(?:count|how many|number of) (?:the )?sentences\b/i, (text) => String(splitSentences(text).length)],
  [/\b(?:count|how many|number of) (?:the )?lines\b/i, (text) => String(text.split('\n').length)],
  [
    /\b(?:count|how many|number of) (?:the )?paragraphs\b/i,
    (text) => String(text.split(/\n\s*\n/).filter((part) => part.trim() !== '').length),
  ],
  [
    /\b(?:to|in|into) (?:upper ?case|all caps|capitals|capital letters)\b|^(?:upper ?case|capitali[sz]e all)\b/i,
    (text) => text.toUpperCase(),
  ],
  [/\b(?:to|in|into) (?:lower ?case|small letters)\b|^lower ?case\b/i, (text) => text.toLowerCase()],
  [
    /\b(?:to|in|into) title case\b|^title ?case\b|^capitali[sz]e\b/i,
    (text) => text.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()),
  ],
  [/^reverse (?:the )?(?:order of )?(?:the )?words\b/i, (text) => text.split(/\s+/).reverse().join(' ')],
  [/^reverse (?:the )?list\b/i, (text) => joinLike(text, listOf(text).reverse())],
  [/^(?:reverse|spell .* backwards?|write .* backwards?)\b/i, (text) => [...text].reverse().join('')],
  [
    /^sort\b.*\b(?:descending|reverse|largest first|z to a)\b/i,
    (text) => joinLike(text, sorted(listOf(text)).reverse()),
  ],
  [/^(?:sort|alphabeti[sz]e|order)\b/i, (text) => joinLike(text, sorted(listOf(text)))],
  [/\bremove (?:the )?duplicates?\b|^dedup/i, (text) => joinLike(text, [...new Set(listOf(text))])],
  [/\bremove (?:all )?(?:the )?punctuation\b/i, (text) => text.replace(/[\p{P}]/gu, '')],
  [
    /\b(?:extract|list|find|get)\b.*\be-?mails?\b/i,
    (text) => (text.match(/[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu) ?? []).join('\n'),
  ],
  [
    /\b(?:extract|list|find|get)\b.*\b(?:urls?|links?)\b/i,
    (text) => (text.match(/https?:\/\/[^\s)>\]]+/g) ?? []).join('\n'),
  ],
  [/\b(?:extract|list|find|get)\b.*\bnumbers\b/i, (text) => (text.match(/-?\d+(?:[.,]\d+)*/g) ?? []).join(', ')],
  [
    /\breplace (?:all |every )?["“'‘]?(.+?)["”'’]? (?:with|by) ["“'‘]?(.+?)["”'’]?(?: in\b|:|$)/i,
    (text, [, from = '', to = '']) => text.replaceAll(from, to),
  ],
  [/\b(?:first|initial) (\d+) words\b/i, (text, [, count = '']) => text.split(/\s+/).slice(0, Number(count)).join(' ')],
  [
    /\b(?:slugify|to (?:a )?slug|as (?:a )?slug)\b/i,
    (text) =>
      text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
  ],
  [
    /\b(?:to|in|into) (?:camel ?case)\b/i,
    (text) =>
      wordsOf(text.toLowerCase())
        .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join(''),
  ],
  [/\b(?:to|in|into) (?:snake ?case)\b/i, (text) => wordsOf(text.toLowerCase()).join('_')],
  [
    /^acronym (?:of|for)\b|\bmake an acronym\b/i,
    (text) =>
      wordsOf(text)
        .map((word) => word.charAt(0).toUpperCase())
        .join(''),
  ],
];

function sorted(parts: string[]): string[] {
  return parts.every((part) => Number.isFinite(Number(part)))
    ? parts.sort((a, b) => Number(a) - Number(b))
    : parts.sort((a, b) => a.localeCompare(b));
}

function occurrences(text: string, part: string): number {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return (
    text.match(part.length === 1 ? new RegExp(pattern.source.replace(/\(\?[<!=]+\[[^)]*\)/g, ''), 'giu') : pattern) ??
    []
  ).length;
}

/** Counts, changes or picks from a text that is given in the request (quoted or after a colon) or beside it. */
export function transformText(request: string, given: string | undefined): ReaderReply | undefined {
  const asked = request.trim().replace(/^(?:please|can you|could you|would you)\s+/i, '');
  const quoted = /["“]([^"”]+)["”]|(?<![\p{L}])'([^']+)'(?![\p{L}])/u;
  for (const [pattern, change] of changes) {
    const match = pattern.exec(asked);
    if (!match) continue;
    const own = [...asked.matchAll(new RegExp(quoted, 'gu'))]
      .map((each) => each[1] ?? each[2] ?? '')
      .filter((text) => text !== match[1] && text !== match[2]);
    const text =
      own.at(-1) ??
      given ??
      /:\s*(\S[\s\S]*)$/.exec(asked)?.[1] ??
      /\bin (?:the word |the text |the phrase )?(\S+?)[?.!]*$/i.exec(asked)?.[1];
    if (text === undefined) return undefined;
    const result = change(stripQuotes(text.trim()), match);
    return {
      text: result === '' ? '(none)' : result,
      shortAnswer: result,
      reasoning: 'Worked on the given text as asked.',
    };
  }
  return undefined;
}
