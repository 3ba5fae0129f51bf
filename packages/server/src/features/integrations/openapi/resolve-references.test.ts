import { describe, expect, it } from 'vitest';
import { resolveReferences } from './resolve-references.ts';

describe('references', () => {
  it('are written out, with what stands beside them', () => {
    const document = {
      a: { $ref: '#/b~1c/0', description: 'mine' },
      'b/c': [{ type: 'string', description: 'theirs' }],
    };
    expect(resolveReferences(document)).toMatchObject({ a: { type: 'string', description: 'mine' } });
  });

  it('to themselves stay open inside', () => {
    const document = { Pet: { name: 'x', parent: { $ref: '#/Pet' } } };
    expect(resolveReferences(document)).toEqual({ Pet: { name: 'x', parent: { name: 'x', parent: {} } } });
  });

  it('are not confused with a property of that name', () => {
    const document = { properties: { $ref: { type: 'string' } } };
    expect(resolveReferences(document)).toEqual(document);
  });

  it.each([
    ['https://example.org/pet.json', 'not inside the document'],
    ['file:///etc/passwd', 'not inside the document'],
    ['//example.org/pet.json#/Pet', 'not inside the document'],
    ['#Pet', 'is a name'],
    ['#/Cat', 'names nothing'],
    ['#/Pet/__proto__', 'names nothing'],
  ])('to %s are refused: %s', ($ref, reason) => {
    expect(() => resolveReferences({ Pet: { type: 'object' }, pet: { $ref } })).toThrow(reason);
  });

  it('that multiply are stopped', () => {
    const document: Record<string, unknown> = { s0: { type: 'string' } };
    for (let level = 1; level <= 40; level++) {
      document[`s${level}`] = { allOf: [{ $ref: `#/s${level - 1}` }, { $ref: `#/s${level - 1}` }] };
    }
    expect(() => resolveReferences(document)).toThrow('too large');
  });

  it('nested without end are stopped', () => {
    let document: unknown = {};
    for (let level = 0; level < 100_000; level++) document = { a: document };
    expect(() => resolveReferences(document)).toThrow('too deeply');
  });
});
