import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { UnknownFields } from './unknown-fields.ts';

const Text = Type.Object({ type: Type.Literal('text'), text: Type.String() });
const File = Type.Object({ type: Type.Literal('file'), file_id: Type.String() });
const fields = new UnknownFields(
  Type.Object({
    query: Type.String(),
    file_ids: Type.Optional(Type.Array(Type.String())),
    response_format: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    messages: Type.Array(
      Type.Object({ role: Type.String(), content: Type.Union([Type.String(), Type.Array(Type.Union([Text, File]))]) }),
    ),
  }),
);

describe('fields that a schema does not name', () => {
  it('are told with the nearest one, wherever they stand', () => {
    const content = [{ type: 'text', txt: 'x' }, { type: 'file', file_id: 'f' }, 7];
    const messages = [
      { role: 'user', content: 'x', file_id: 'f' },
      { role: 'user', content },
    ];
    expect(fields.find({ query: 'x', file_id: 'f', zzzzzzzz: 1, messages })).toEqual([
      'file_id is not known and was ignored; did you mean file_ids?',
      'zzzzzzzz is not known and was ignored',
      'messages[0].file_id is not known and was ignored',
      'messages[1].content[0].txt is not known and was ignored; did you mean text?',
    ]);
  });

  it('are none where anything may stand, and where all are known', () => {
    const response_format = { type: 'object', whatever: { anything: 1 } };
    expect(
      fields.find({ query: 'x', file_ids: [], response_format, messages: [{ role: 'user', content: 'x' }] }),
    ).toEqual([]);
    for (const odd of [null, 'text', 7, [], undefined]) expect(fields.find(odd)).toEqual([]);
  });

  it('are told up to a number, and cut where they are long', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(5000)}${index}`, 1]));
    const told = fields.find(many);
    expect(told).toHaveLength(20);
    expect(Math.max(...told.map((one) => one.length))).toBeLessThan(150);
  });
});
