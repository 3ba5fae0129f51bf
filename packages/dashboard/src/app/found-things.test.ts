import { expect, it } from 'vitest';
import { matchThings, thingKinds } from './found-things.ts';

const thing = (id: string, label: string, words?: string) => ({ id, label, to: '/', ...(words && { words }) });

it('finds things by a part of a word of their name, of their id and of what they are for', () => {
  const things = [
    thing('1', 'Support reply'),
    thing('batch_77', '/v1/answer'),
    thing('3', 'welcome', 'greets support'),
  ];
  const found = (part: string) => matchThings(things, part).map(({ id }) => id);
  expect(found('uppor')).toEqual(['1', '3']);
  expect(found('H_77')).toEqual(['batch_77']);
  expect(found('nothing')).toEqual([]);
});

it('shows those first whose name holds it, and six at most', () => {
  const many = [thing('0', 'other', 'lamp'), ...Array.from({ length: 8 }, (_, n) => thing(`a${n}`, `Lamp ${n}`))];
  expect(matchThings(many, 'lamp').map(({ id }) => id)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
});

it('has one kind for each name', () => {
  expect(new Set(thingKinds.map(({ name }) => name)).size).toBe(thingKinds.length);
});
