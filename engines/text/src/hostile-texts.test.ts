import { describe, expect, it } from 'vitest';
import {
  askedNames,
  coverage,
  detectLanguage,
  figuresOf,
  findDates,
  findDays,
  foldWord,
  holdsName,
  monthsAndDays,
  readDate,
  readNumber,
  scoreTexts,
  searchWords,
  sentencesOf,
  splitPassages,
  stemEnglish,
  stemWord,
  tellingTerms,
  termsOf,
  unitOf,
  wordTerms,
} from './index.ts';

/** What is written over and over: shapes that have held up readers of texts before. */
const shapes = [
  ...[
    'a',
    ' ',
    '\n',
    '\t',
    '!',
    '.',
    '. ',
    '"',
    '(',
    '[',
    '|',
    '`',
    '#',
    '- ',
    '<',
    '](',
    '&amp;',
    '\u200b',
    '漢',
    '😀',
    'ก',
  ],
  ...[
    'word ',
    'Word. ',
    'a.',
    'ab-',
    "a'",
    '1',
    '1,',
    '1.',
    '0x',
    '12 ',
    '1/1/1',
    '5 May ',
    '2024-01-02 ',
    'May 5 ',
    '1 - ',
    '$1 ',
  ],
  ...['http://', 'eyJ-', '# a #', '| a ', '> ', 'Ab ', 'e\u0301', 'ing', '."', '?)', '...x', '\r\n', 'éà'],
];

const functions: Record<string, (text: string) => unknown> = {
  askedNames,
  coverage: (text) => coverage('What does the tower cost?', text),
  detectLanguage,
  figuresOf,
  findDates,
  findDays,
  foldWord,
  holdsName: (text) => holdsName(text, { words: ['a', 'word'], core: 1 }),
  monthsAndDays,
  readDate,
  readNumber: (text) => readNumber(text, false),
  scoreTexts: (text) => scoreTexts(text.slice(0, 2_000), [text, text]),
  searchWords,
  sentencesOf,
  sentencesOfWrapped: (text) => sentencesOf(text, { isWrapped: true }),
  splitPassages,
  stemEnglish,
  stemWord: (text) => stemWord(text, 'en'),
  tellingTerms: (text) => tellingTerms(text, 'en'),
  termsOf: (text) => termsOf(text, 'en'),
  unitOf,
  wordTerms: (text) => Array.from(wordTerms(text)),
};

/** Time of the processor in milliseconds: what other programs do at the same time counts little. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sized = (shape: string, length: number): string =>
  shape.repeat(Math.ceil(length / shape.length)).slice(0, length);

describe('texts of one shape over and over', () => {
  it.each(Object.entries(functions))(
    '%s takes time in proportion to their length',
    (_, read) => {
      const slow: string[] = [];
      for (const shape of shapes) {
        const [short, long] = [sized(shape, 10_000), sized(shape, 100_000)];
        const least = Math.min(
          timeOf(() => read(short)),
          timeOf(() => read(short)),
        );
        // Ten times as much text: 25 for what memory and the collector add, where quadratic time would be 100.
        const allowed = least * 25 + 100;
        let took = timeOf(() => read(long));
        if (took > allowed)
          took = Math.min(
            took,
            timeOf(() => read(long)),
          );
        if (took > allowed) slow.push(`${JSON.stringify(shape)}: ${least} ms, then ${took} ms`);
      }
      expect(slow).toEqual([]);
    },
    120_000,
  );
});
