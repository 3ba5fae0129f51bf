import { describe, expect, it } from 'vitest';
import { read } from '../read.ts';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  additionalProperties: false,
};

const personIn = async (text: string): Promise<unknown> => {
  const { parts } = await read(
    { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text }] }], responseFormat: { schema } },
    { now: 0 },
  );
  return JSON.parse(parts.join(''));
};

describe('a name and an age in a sentence', () => {
  it.each([
    ['Maria is 34 years old', 'Maria', 34],
    ['Extract the person: Jonas Beck is a 63-year-old baker from Graz.', 'Jonas Beck', 63],
    ['My colleague Tobias Wendt, 52, works as a carpenter.', 'Tobias Wendt', 52],
    ["I'm Priya Nair and I am 31.", 'Priya Nair', 31],
    ['Mr. Owen Tate, aged 58, joined the club in 1999.', 'Owen Tate', 58],
    ['Jon turned 17 yesterday.', 'Jon', 17],
    ['Lea is five years old.', 'Lea', 5],
    ['Rosa Lind is a forty-two-year-old painter.', 'Rosa Lind', 42],
    ['Sven Dahl is 39 years of age.', 'Sven Dahl', 39],
    ['Lena Hofmann ist 29 Jahre alt.', 'Lena Hofmann', 29],
    ['Unser Nachbar Emil ist 71 und wohnt in Lübeck.', 'Emil', 71],
    ['Ich heiße Selma Aydin und bin 40 Jahre alt.', 'Selma Aydin', 40],
    ['Claire Dubois a 38 ans.', 'Claire Dubois', 38],
    ["Il s'appelle Hugo et il a 12 ans.", 'Hugo', 12],
    ['Lucía Marín tiene 27 años y vive en Sevilla.', 'Lucía Marín', 27],
    ['Me llamo Andrés y tengo 45 años.', 'Andrés', 45],
  ])('reads %s', async (text, name, age) => {
    expect(await personIn(text)).toEqual({ name, age });
  });

  it('gives no age where two are told', async () => {
    expect(await personIn('Maria is 34 years old and Jan is 36 years old.')).not.toHaveProperty('age');
  });

  it('takes no number of other things for an age, and no pronoun for a name', async () => {
    expect(await personIn('This is 34 metres long.')).toEqual({});
    expect(await personIn('Jon turned 17 pages. It took some years of age and many years old.')).not.toHaveProperty(
      'age',
    );
    expect(await personIn('The lease runs for 12 years and covers 3 rooms.')).toEqual({});
  });
});
