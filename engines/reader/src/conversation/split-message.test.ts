import { describe, expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { splitMessage } from './split-message.ts';

const letter = 'The harbour office opens at eight. The ferry to Kettle Island leaves from quay 4. '.repeat(60).trim();

describe('splitMessage', () => {
  test('takes a message of ordinary length for a question', () =>
    expect(splitMessage('When does the ferry leave?')).toEqual({ question: 'When does the ferry leave?' }));

  test.each([
    ['in the last paragraph', `${letter}\n\nFrom which quay?`, 'From which quay?'],
    ['in the last sentence', `${letter} From which quay?`, 'From which quay?'],
    ['in the first line', `Translate this:\n\n${letter}`, 'Translate this:'],
    ['before a fence', `From which quay?\n\`\`\`${letter}\`\`\``, 'From which quay?'],
    ['behind a fence', `<text>${letter}</text> From which quay?`, 'From which quay?'],
  ])('finds what is asked %s', (_, message, question) =>
    expect(splitMessage(message)).toEqual({ question, pasted: letter }),
  );
});

const said = (text: string) => ({ role: 'user' as const, parts: [{ type: 'text' as const, text }] });

test('a long message is answered from the text that it brings', async () => {
  const filler = 'Seals sleep on the sand bank in the bay. Gulls cry above the mill. '.repeat(60);
  const text = `${filler}The deposit for a bicycle is 45 EUR. ${filler}\n\nWhat is the deposit for a bicycle?`;
  const { parts, sources } = await read({ system: '', messages: [said(text)] }, { now: 0 });
  expect(parts.join('')).toContain('The deposit for a bicycle is 45 EUR.');
  expect(sources).toBeUndefined();
});

test('a source behind a run that was shortened points into the text as it was given', async () => {
  const text = `Prices\n${'='.repeat(5000)}\nThe deposit for a bicycle is 45 EUR. The shop opens at eight.`;
  const { sources = [], near = [] } = await read(
    {
      system: '',
      messages: [said('What is the deposit for a bicycle?')],
      documents: [{ filename: 'shop.txt', text }],
    },
    { now: 0 },
  );
  const quoted = [...sources, ...near].map(({ start, end }) => text.slice(start, end));
  expect(quoted[0]).toContain('The deposit for a bicycle is 45 EUR.');
});
