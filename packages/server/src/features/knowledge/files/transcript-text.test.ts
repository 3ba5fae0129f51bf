import { expect, it } from 'vitest';
import { timeAt } from '../../../lib/time-at.ts';
import { toTranscript } from './transcript-text.ts';

const heard = (segments: { start: number; end: number; text: string }[], text = '') => ({
  ...{ model: 'wire/whisper-1', text, language: 'en', seconds: 3700, segments },
  format: { name: 'mp3', mediaType: 'audio/mpeg' },
});

it('begins paragraphs with their time, at the end of a sentence, after a pause, and at the latest after a minute', () => {
  const document = toTranscript(
    heard([
      { start: 0, end: 10, text: ' One begins' },
      { start: 10, end: 21, text: 'and ends.' },
      { start: 21, end: 25, text: 'Two.' },
      { start: 40, end: 90, text: 'Three goes on' },
      { start: 90, end: 105, text: 'and on' },
      { start: 105, end: 120, text: ' ' },
      { start: 3605, end: 3610, text: 'Last words' },
    ]),
  );
  expect(document.text).toBe(
    '[00:00] One begins and ends.\n\n[00:21] Two.\n\n[00:40] Three goes on and on\n\n[1:00:05] Last words',
  );
  const at = (words: string) => timeAt(document.times, document.text.indexOf(words));
  expect(['One', 'and ends', '[00:21]', 'Three', 'and on', 'Last'].map(at)).toEqual([0, 10, 21, 40, 90, 3605]);
  expect(document.metadata).toMatchObject({ word_count: 12, segment_count: 7, duration_seconds: 3700 });
  expect(document).toMatchObject({ kind: 'audio', pages: null, warnings: [] });
});

it('says so where no times are told, and where nothing is said', () => {
  expect(toTranscript(heard([], 'Imagine that.'))).toMatchObject({
    text: 'Imagine that.',
    warnings: ['wire/whisper-1 tells no times, so the text has none.'],
  });
  expect(toTranscript(heard([]))).toMatchObject({ text: '', warnings: ['No speech was heard in it.'] });
  expect(timeAt(undefined, 3)).toBeUndefined();
});
