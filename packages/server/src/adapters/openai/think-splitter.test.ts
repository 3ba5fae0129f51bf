import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ThinkSplitter } from './think-splitter.ts';

function split(chunks: string[]) {
  const out = { text: '', thought: '' };
  const splitter = new ThinkSplitter(
    (text) => {
      expect(text).not.toBe('');
      out.text += text;
    },
    (thought) => {
      expect(thought).not.toBe('');
      out.thought += thought;
    },
  );
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return out;
}

it('separates thought from text', () => {
  expect(split(['<think>\nHm.\n</think>\n\nYes.'])).toEqual({ text: 'Yes.', thought: 'Hm.\n' });
  expect(split(['  <thought>a</thought>b'])).toEqual({ text: 'b', thought: 'a' });
  expect(split(['<think></think>b'])).toEqual({ text: 'b', thought: '' });
});

it('leaves tags alone that do not begin the reply, and thoughts that never end', () => {
  expect(split(['Write <think> and </think>.'])).toEqual({ text: 'Write <think> and </think>.', thought: '' });
  expect(split(['<thin'])).toEqual({ text: '<thin', thought: '' });
  expect(split([' <p>hi</p>'])).toEqual({ text: ' <p>hi</p>', thought: '' });
  expect(split(['<think>on and on </thi'])).toEqual({ text: '', thought: 'on and on </thi' });
});

it('says the same however the chunks are cut', () => {
  const pieces = ['<think>', '</think>', '<', '</', 'a', ' ', '\n', 'think>', 'ü'];
  const reply = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(reply, fc.array(fc.nat(20), { maxLength: 6 }), (text, cuts) => {
      const sorted = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      const chunks = sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
      expect(split(chunks)).toEqual(split([text]));
    }),
  );
});

it('looks once through blanks that lead to nothing', () => {
  const started = process.cpuUsage();
  const chunks = Array<string>(256).fill(' '.repeat(16_384));
  expect(split(chunks)).toEqual({ text: chunks.join(''), thought: '' });
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  const late = `${' '.repeat(1001)}<think>a</think>b`;
  expect(split([late])).toEqual({ text: late, thought: '' });
  expect(split([...late])).toEqual({ text: late, thought: '' });
});
