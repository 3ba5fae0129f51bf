import type { Attack } from './attack.ts';
import { documentAttacks } from './document-attacks.ts';
import { schemaAttacks } from './schema-attacks.ts';
import { seeded } from './seeded.ts';

/** All cases for a seed, the same for the same seed. */
export function casesOf(seed: number): Attack[] {
  const random = seeded(seed);
  return [...schemaAttacks(random), ...documentAttacks(random)].map(({ name, field, request, reply }) => ({
    field,
    shape: name,
    bytes: typeof request.json === 'string' ? request.json.length : JSON.stringify(request.json ?? '').length,
    isAlone: reply !== undefined,
    begin: () => ({
      reply: reply === undefined ? {} : { content: reply },
      send: async (ask) => {
        await ask(request);
      },
    }),
  }));
}
