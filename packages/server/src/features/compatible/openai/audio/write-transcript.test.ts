import { expect, it } from 'vitest';
import { toPlainText, toTranscription, writeTranscription } from './write-transcript.ts';

const piece = (index: number) => ({ start: index / 2, end: index / 2 + 0.4, text: `said "${index}"` });
const segments = Array.from({ length: 5000 }, (_, index) => piece(index));
const words = Array.from({ length: 30_000 }, (_, index) => ({
  start: index,
  end: index + 0.4,
  word: `wörd\n${index}`,
}));
const heard = {
  text: 'said',
  language: 'en',
  seconds: 2500,
  segments,
  words,
  usage: null,
  model: 'openai/whisper-1',
  format: { name: 'mp3' as const, seconds: 2500, extension: 'mp3', mediaType: 'audio/mpeg' },
};

it.each([
  { isVerbose: true, isTranslated: false, wantsWords: true, wantsSegments: true },
  { isVerbose: true, isTranslated: true, wantsWords: false, wantsSegments: true },
  { isVerbose: true, isTranslated: false, wantsWords: true, wantsSegments: false },
  { isVerbose: false, isTranslated: false, wantsWords: false, wantsSegments: false },
])('writes a transcript of hours as it would be written at once: %o', async (wanted) => {
  const transcription = toTranscription(heard, wanted);
  expect(JSON.parse(await writeTranscription(transcription))).toEqual(transcription);
});

it('writes subtitles of hours in their order', async () => {
  const text = await toPlainText(heard, 'srt');
  expect(text).toContain('5000\n00:41:39,500 --> 00:41:39,900\nsaid "4999"\n');
  expect(text.match(/-->/g)).toHaveLength(5000);
});
