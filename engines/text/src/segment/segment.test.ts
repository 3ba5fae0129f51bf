import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PassageIndex } from '../passage-index.ts';
import { rankPassages } from '../rank-passages.ts';
import { rankSettings } from '../rank-settings.ts';
import { splitPassages } from '../split-passages.ts';
import { buildSegment, mergeSegments } from './build-segment.ts';
import { rankSegments } from './rank-segments.ts';
import { decodeSegment, encodeSegment } from './word-segment.ts';

const subjects = 'harbour bridge orchard kiln glacier library tram observatory mill quarry'.split(' ');
const verbs = 'was built by masons;is closed in winter;needs a new roof;draws many visitors;lies near the river'.split(
  ';',
);

/** Texts of a few sections each, in English and German. */
const texts = Array.from({ length: 40 }, (_, number) => {
  const about = subjects[number % subjects.length] ?? '';
  const more = subjects[(number * 3 + 1) % subjects.length] ?? '';
  if (number % 5 === 4) {
    return `# Bericht ${number}\n\nDie Verträge über ${about} wurden von der Stadt gekündigt und nicht erneuert.\n\n# Ende\n\nDas ist der Schluss über ${more}.`;
  }
  return `# The ${about}\n\nThe ${about} ${verbs[number % verbs.length]}. It has ${number} rooms and the ${more} beside it.\n\n## Notes on the ${more}\n\nVisitors of the ${more} said that ${verbs[(number + 2) % verbs.length]}, and that it was repaired in ${1900 + number}.`;
});
const indexes = texts.map((text) => PassageIndex.build(text, splitPassages(text)));
const files = indexes.map((index, number) => ({ id: `file-${number}`, indexes: [index] }));
const questions = [
  'When was the glacier repaired?',
  'notes on the mill',
  'Who built the harbour bridge?',
  'Wurden die Verträge gekündigt?',
  'visitors of the quarry in 1909',
];

/** Forty sections of words that come as they do in languages: few often, most seldom. */
function longText(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const vocabulary = [
    ...subjects,
    ...verbs.join(' ').split(' '),
    ...Array.from({ length: 300 }, (_, at) => `word${at}`),
  ];
  const word = () => vocabulary[Math.floor(vocabulary.length ** next()) - 1];
  const section = (number: number) =>
    `## ${word()} ${number}\n\n${Array.from({ length: 20 + Math.floor(80 * next()) }, word).join(' ')}.`;
  return Array.from({ length: 40 }, (_, number) => section(number)).join('\n\n');
}

const place = (segment: ReturnType<typeof buildSegment>, passage: number) =>
  `${segment.files[segment.passageFiles[passage] ?? 0]?.id} ${segment.passageStarts[passage]}`;

describe('a segment of words', () => {
  const segment = buildSegment(files);

  it('counts a word that stands nowhere among what a passage could hold, but not two written as one', async () => {
    const { highest } = await rankSegments([{ segment }], 'glacier repaired', { limit: 1 });
    const missing = await rankSegments([{ segment }], 'glacier repaired zeppelin', { limit: 1 });
    expect(missing.highest).toBeGreaterThan(1.5 * highest);
    expect(missing.found[0]?.passage).toBe((await rankSegments([{ segment }], 'glacier repaired')).found[0]?.passage);
    // No compound adds to the two words themselves: at the rarest each counts as what stands nowhere.
    const none = await rankSegments([{ segment }], 'glacier zeppelin', { limit: 1 });
    expect(none.highest).toBeLessThan(2 * (missing.highest - highest));
  });

  it.each(questions)('ranks as the passages themselves are ranked: %s', async (question) => {
    const plain = await rankPassages(indexes, question, { limit: 10 });
    const { found, highest } = await rankSegments([{ segment }], question, { limit: 10 });
    expect(found.length).toBeGreaterThan(0);
    for (const { score } of found) expect(score).toBeLessThanOrEqual(highest * 1.6);
    expect(found.map(({ score }) => score.toFixed(6))).toEqual(plain.map(({ score }) => score.toFixed(6)));
    expect(found.map(({ passage }) => place(segment, passage))).toEqual(
      plain.map(({ index, passage }) => `file-${index} ${indexes[index]?.passages[passage]?.start}`),
    );
  });

  it('gives the same in several segments, after writing and reading, and joined again', async () => {
    const parts = [files.slice(0, 7), files.slice(7, 30), files.slice(30)].map((part) => {
      const written = encodeSegment(buildSegment(part));
      // Bytes read from a store lie anywhere.
      const read = decodeSegment(Uint8Array.from([0, ...written]).subarray(1));
      if (!read) throw new Error('the segment cannot be read');
      return read;
    });
    const joined = mergeSegments(parts, () => true);
    for (const question of questions) {
      const whole = (await rankSegments([{ segment }], question, { limit: 10 })).found.map(({ score }) =>
        score.toFixed(6),
      );
      const inParts = await rankSegments(
        parts.map((part) => ({ segment: part })),
        question,
        { limit: 10 },
      );
      const again = await rankSegments([{ segment: joined }], question, { limit: 10 });
      expect(inParts.found.map(({ score }) => score.toFixed(6))).toEqual(whole);
      expect(again.found.map(({ score }) => score.toFixed(6))).toEqual(whole);
    }
  });

  it('keeps of thousands of passages the same best that ranking all of them gives', async () => {
    // What stands near each other and the second round are looked up among the best only, and left out on both sides.
    const settings = { ...rankSettings, neighbourWeight: 0, headingShareWeight: 0, feedbackWeight: 0 };
    const many = Array.from({ length: 60 }, (_, number) => longText(number));
    const manyIndexes = many.map((text) => PassageIndex.build(text, splitPassages(text)));
    const passages = manyIndexes.reduce((sum, index) => sum + index.passages.length, 0);
    expect(passages).toBeGreaterThan(2000);
    const parts = [manyIndexes.slice(0, 25), manyIndexes.slice(25)].map((part, number) => ({
      segment: buildSegment(part.map((index, at) => ({ id: `file-${number * 25 + at}`, indexes: [index] }))),
    }));
    for (const question of ['harbour bridge kiln', 'roof of the mill', 'quarry visitors in winter tram', 'glacier']) {
      const plain = await rankPassages(manyIndexes, question, { limit: 20, settings });
      const { found } = await rankSegments(parts, question, { limit: 20, settings });
      expect(plain).toHaveLength(20);
      expect(found.map(({ score }) => score.toFixed(9))).toEqual(plain.map(({ score }) => score.toFixed(9)));
    }
  });

  it('forgets files that are no longer kept', async () => {
    const kept = mergeSegments([segment], (id) => id !== 'file-4');
    expect(kept.files.map(({ id }) => id)).toEqual(files.map(({ id }) => id).filter((id) => id !== 'file-4'));
    const { found } = await rankSegments([{ segment: kept }], 'Bericht 4', { limit: 50 });
    expect(found.map(({ passage }) => place(kept, passage)).some((at) => at.startsWith('file-4 '))).toBe(false);
    expect(kept.words.length).toBeLessThan(segment.words.length);
  });

  it('finds nothing in files that do not count', async () => {
    const allowed = new Uint8Array(files.length);
    allowed[2] = 1;
    const { found } = await rankSegments([{ segment, files: allowed }], 'orchard visitors', { limit: 50 });
    expect(new Set(found.map(({ passage }) => segment.passageFiles[passage]))).toEqual(new Set([2]));
  });

  it('gives each number the room that the largest needs', async () => {
    const widths = ({ words, postingPassages, postingCounts }: typeof segment) =>
      [words, postingPassages, postingCounts].map(({ BYTES_PER_ELEMENT }) => BYTES_PER_ELEMENT);
    const few = buildSegment(files.slice(0, 2));
    const text = Array.from({ length: 70_000 }, (_, number) => String(100_000 + number)).join(' ');
    const many = buildSegment([{ id: 'a', indexes: [PassageIndex.build(text, splitPassages(text))] }]);
    expect(widths(few)).toEqual([1, 1, 2]);
    expect(widths(many).slice(0, 2)).toEqual([4, 2]);
    const last = await rankSegments([{ segment: many }], '169999', { limit: 1 });
    expect(last.found[0]?.passage).toBe(many.passageFiles.length - 1);
  });

  it('is read as older versions wrote it, all numbers wide', async () => {
    const wide = {
      ...segment,
      words: Uint32Array.from(segment.words),
      postingPassages: Uint32Array.from(segment.postingPassages),
      postingCounts: Uint16Array.from(segment.postingCounts),
    };
    const bytes = Buffer.from(encodeSegment(wide));
    const [widths = ''] = /,"widths":\[[\d,]+\]/.exec(bytes.toString('latin1')) ?? [];
    bytes.write(' '.repeat(widths.length), bytes.indexOf(widths), 'latin1');
    bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
    expect(widths).not.toBe('');
    expect(decodeSegment(bytes)).toEqual(wide);
  });

  it('is not read when it is cut or of another kind', () => {
    const bytes = encodeSegment(segment);
    expect(decodeSegment(bytes.subarray(0, bytes.length - 9))).toBeNull();
    expect(decodeSegment(bytes.subarray(0, 4))).toBeNull();
    expect(decodeSegment(readFileSync(new URL(import.meta.url)))).toBeNull();
  });

  it('holds no word of the texts', () => {
    const bytes = Buffer.from(encodeSegment(segment)).toString('latin1');
    for (const subject of subjects) expect(bytes).not.toContain(subject);
  });
});
