import { expect, it } from 'vitest';
import { read } from '../../test/read-as-served.ts';

async function ask(question: string, documents: { filename: string; text: string }[]): Promise<string> {
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }];
  const { parts, sources } = await read({ system: '', messages, documents }, { now: 0 });
  expect(sources).toEqual([]);
  return parts.join('');
}

it('says that there is nothing to read in a picture without text, not that the text does not say it', async () => {
  expect(await ask('How much is the total?', [{ filename: 'photo.png', text: '' }])).toBe(
    'There is no text to read in photo.png.',
  );
  expect(await ask('Wie hoch ist der Gesamtbetrag?', [{ filename: 'foto.png', text: ' \n' }])).toBe(
    'In foto.png ist kein Text zu lesen.',
  );
});

it('names the files that hold no text beside those that were looked through', async () => {
  const said = await ask('What colour is the roof of the chapel?', [
    { filename: 'notes.txt', text: 'The ferry leaves at nine. Tickets are sold on board.' },
    { filename: 'photo.png', text: '' },
  ]);
  expect(said).toContain('notes.txt (2 sentences)');
  expect(said).toContain('There is no text to read in photo.png.');
});

it('says of collections in which nothing bears on the question that it was they who had nothing, not that they have no text', async () => {
  const nothing = [{ filename: 'collections', text: '' }];
  expect(await ask('Who won the world cup in 2014?', nothing)).toBe(
    'Nothing in the collections bears on this question. Ask with words that stand in their files, or add files that speak of it.',
  );
  expect(await ask('Wer gewann 2014 die Weltmeisterschaft?', nothing)).toContain('Nichts in den Sammlungen');
});

it.each([
  ['hi', /^Hello\. Ask me about a text/],
  ['Hello there!', /^Hello\./],
  ['thanks', /^You are welcome\./],
  ['Thank you very much', /^You are welcome\./],
  ['Guten Tag', /^Guten Tag\./],
  ['danke', /^Gern geschehen\./],
  ['Hidden fees are listed on page two.', /^I have read that\./],
])('answers “%s” as people do', async (said, reply) => {
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: said }] }];
  const { parts } = await read({ system: '', messages, documents: [] }, { now: 0 });
  expect(parts.join('')).toMatch(reply);
});
