import { read } from '../src/read.ts';

/** What the reader answers about one text, and whether it claims a source for it. */
export async function askLetter(question: string, text: string) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'letter.txt', text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}
