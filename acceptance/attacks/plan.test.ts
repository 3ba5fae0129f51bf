import { expect, it } from 'vitest';
import type { Attack, Engine } from './attack.ts';
import { both, type Field } from './fields/field.ts';
import { replyFields } from './fields/reply-fields.ts';
import { storedFields } from './fields/stored-fields.ts';
import { textFields } from './fields/text-fields.ts';
import { toolFields } from './fields/tool-fields.ts';
import { roundsOf, sizes } from './plan.ts';
import { shapes } from './shapes/shapes.ts';

const field = (name: string, longest?: number): Field => ({
  name,
  engines: both,
  ...(longest === undefined ? {} : { longest }),
  send: async () => {},
});
const worked = Array.from({ length: 70 }, (_, i) => field(`field ${i}`));
const doors = Array.from({ length: 30 }, (_, i) => field(`door ${i}`));
const planned = (engine: Engine, isFull = false): Attack[] =>
  [...roundsOf({ engine, worked, doors, seed: 1, isFull })].flat();
const distinct = (attacks: Attack[], of: (attack: Attack) => string) => new Set(attacks.map(of)).size;

it('brings every field and every shape in every size in a short run', () => {
  const ground = { fileId: 'f', collectionId: 'c', integrationId: 'i', researchId: 'r' };
  const real = [...textFields, ...toolFields, ...storedFields(ground), ...replyFields];
  const attacks = (['reader', 'connected'] as const).flatMap((engine) =>
    [...roundsOf({ engine, worked: real, doors, seed: 1, isFull: false })].flat(),
  );
  const ofFields = attacks.filter((attack) => !attack.field.startsWith('door'));
  expect(distinct(ofFields, ({ field: name, bytes }) => `${name} ${bytes}`)).toBe(real.length * sizes.length);
  expect(distinct(ofFields, ({ shape, bytes }) => `${shape} ${bytes}`)).toBe(shapes.length * sizes.length);
  expect(distinct(attacks, ({ field: name }) => name)).toBe(real.length + doors.length);
  expect(attacks.length).toBeLessThan(700);
});

it('brings every shape into every field in every size in a full run', () => {
  const attacks = planned('reader', true).filter((attack) => attack.field.startsWith('field'));
  expect(distinct(attacks, ({ field: name, shape, bytes }) => `${name} ${shape} ${bytes}`)).toBe(
    worked.length * shapes.length * sizes.length,
  );
});

it('makes the same plan for the same seed', () => {
  const names = (attacks: Attack[]) => attacks.map(({ field: name, shape, bytes }) => `${name} ${shape} ${bytes}`);
  expect(names(planned('reader'))).toEqual(names(planned('reader')));
});

it('makes another text of the same kind at each try, and cuts the smallest to what is allowed', async () => {
  const texts: string[] = [];
  const short: Field = {
    name: 'short',
    engines: both,
    longest: 100,
    send: async (text) => {
      texts.push(text);
    },
  };
  const attacks = [...roundsOf({ engine: 'reader', worked: [short], doors: [], seed: 1, isFull: false })].flat();
  const smallest = attacks.filter(({ bytes, field: name }) => name === 'short' && bytes === sizes[0]);
  expect(smallest).not.toHaveLength(0);
  for (const attack of smallest) {
    await attack.begin(0).send(async () => ({ status: 200, type: '', text: '' }));
    await attack.begin(1).send(async () => ({ status: 200, type: '', text: '' }));
  }
  expect(texts.every((text) => text.length <= 100)).toBe(true);
});
