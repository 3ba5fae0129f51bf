import { countTokens as countAsPublished } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

const texts = {
  empty: '',
  letter: 'a',
  English: "The bridge wasn't opened before 4 May 1932; they'd waited 1,250.75 days (and $3.5 million).",
  capitals: 'HELLO World iPhone XMLHttpRequest SHOUTINGwords aB Ab ABc',
  German: 'Die Straßenbahn fährt über die Brücke, größtenteils pünktlich.',
  Greek: 'Η γέφυρα άνοιξε το 1932.',
  Russian: 'Мост был открыт четвёртого мая 1932 года.',
  Chinese: '大桥于一九三二年五月四日开通,由市长主持仪式。'.repeat(20),
  Japanese: '橋は1932年5月4日に開通しました。',
  Arabic: 'افتتح الجسر في ٤ مايو ١٩٣٢.',
  Hindi: 'पुल ४ मई १९३२ को खुला था।',
  Thai: 'สะพานเปิดเมื่อวันที่ 4 พฤษภาคม 2475',
  emoji: '👩‍👩‍👧‍👦 🇪🇺 ❤️‍🔥 naïve café — “quotes” …',
  code: 'for (let i = 0; i < n; i++) {\n\t\tif (a[i] !== b[i]) return false; // http://example.org/a/b\n}\r\n\r\n',
  JSON: JSON.stringify({ name: 'get_weather', parameters: { type: 'object', required: ['city'] } }, null, 2),
  blanks: '  a   b\t\tc \n\n\n   d     ',
  'a run without blanks': 'abcdefghij'.repeat(100),
  'the same letter': 'a'.repeat(4000),
  'half of a character': 'a\ud800b',
};

it.each(Object.entries(texts))('counts as the published tokenizer does: %s', async (_, text) => {
  expect(await countTokens(text)).toBe(countAsPublished(text));
});

it('counts a long text as the published tokenizer does, over the borders of its windows', async () => {
  const text = Array.from({ length: 9000 }, (_, at) => `${Object.values(texts)[at % 6]} item ${at}`).join(' ');
  expect(await countTokens(text)).toBe(countAsPublished(text));
});

it('takes names of special tokens for text', async () => {
  expect(await countTokens('<|endoftext|>')).toBe(7);
});

it('counts unbroken megabytes in turns, and stops when it is told to', async () => {
  const abort = new AbortController();
  let turns = 0;
  const tick = () => {
    if (++turns === 3) abort.abort(new Error('enough'));
    if (!abort.signal.aborted) setImmediate(tick);
  };
  setImmediate(tick);
  await expect(countTokens('x'.repeat(3_000_000), abort.signal)).rejects.toThrow('enough');
  expect(turns).toBe(3);
});
