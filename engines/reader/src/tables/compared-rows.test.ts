import { expect, it } from 'vitest';
import { read } from '../read.ts';

const boats = `| boat | owner | length_m | weight_kg | speed_kmh | age |
|---|---|---|---|---|---|
| Plover | Ada Quill | 14 | 829 | 40 | 12 |
| Gannet | Bruno Falk | 20 | 573 | 34 | 21 |
| Tern | Carla Stein | 18 | 477 | 22 | 50 |
`;

async function ask(question: string) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'boats.md', text: boats }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}

it('claims no two rows for a comparison that the table does not hold', async () => {
  expect(await ask('How much deeper is the Plover than the Tern?')).toMatchObject({ isClaimed: false });
});
