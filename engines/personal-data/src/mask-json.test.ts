import { expect, it } from 'vitest';
import { maskPersonalDataInJson } from './mask-json.ts';

/** The escape of each character, as some vendors write all of theirs. */
const escaped = (text: string) =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

it('finds what is written with escapes, and leaves JSON', async () => {
  const cases = [
    [`{"a":"${escaped('ada.kern@mail.example.com')}"}`, { a: '[EMAIL]' }],
    [
      '{"a":"Write to jos\\u0065.m@mail.example.com\\nor call\\t+49 171 2345678"}',
      { a: 'Write to [EMAIL]\nor call\t[PHONE]' },
    ],
    ['["\\"4111 1111\\u00201111 1111\\"", "a\\/b"]', ['"[CARD]"', 'a/b']],
    ['{"ada@example.com":{"phone":"030 901820"}}', { '[EMAIL]': { phone: '[PHONE]' } }],
  ] as const;
  for (const [json, masked] of cases) expect(JSON.parse(await maskPersonalDataInJson(json))).toEqual(masked);
});

it("makes a text of a number that is somebody's, and leaves the others", async () => {
  const json = '{"card": 4111111111111111, "total": 123450, "ids": [4111111111111112, -1.5e3], "ok": true}';
  expect(JSON.parse(await maskPersonalDataInJson(json))).toEqual({ ...JSON.parse(json), card: '[CARD]' });
});

it('goes by the name of a member, and into JSON within a text', async () => {
  const call = JSON.stringify({ to: 'j\u00f6rg@example.com', note: 'a "b"' }).replace('\u00f6', '\\u00f6');
  const json = JSON.stringify({ date_of_birth: '1980-01-02', due: '2026-01-02', arguments: [call] });
  const masked = JSON.parse(await maskPersonalDataInJson(json));
  expect(masked).toMatchObject({ date_of_birth: '[DATE_OF_BIRTH]', due: '2026-01-02' });
  expect(JSON.parse(masked.arguments[0])).toEqual({ to: '[EMAIL]', note: 'a "b"' });
});

it('leaves as it stands what has nothing of anybody in it', async () => {
  const json = '{ "a" : "caf\\u00e9 \\/ \\"bar\\"", "b":[ 1.50, null ] }\n';
  expect(await maskPersonalDataInJson(json)).toBe(json);
});

it('masks what is cut off anywhere', async () => {
  const json = '{"a":"Call +49 171 2345678 or write to ada@example.com","b":"x\\u00e9","c":"ada@example.com"}';
  for (let length = 1; length <= json.length; length++) {
    const masked = await maskPersonalDataInJson(json.slice(0, length));
    expect(masked).not.toMatch(/2345678|ada@example\.com/);
    expect(json.startsWith(masked) || masked.includes('[')).toBe(true);
  }
  expect(await maskPersonalDataInJson('{"a":"of ada@example.com, and \\u00')).toBe('{"a":"of [EMAIL], and ');
  expect(await maskPersonalDataInJson('{"a": ada@example.com, "b"')).toBe('{"a": [EMAIL], "b"');
});

it('finds what comes in several events', async () => {
  const events = (texts: string[]) =>
    texts.map((content) => `data: ${JSON.stringify({ id: 'c1', choices: [{ delta: { content } }] })}\n\n`).join('');
  const stream = `${events(['Write to ad', 'a@exa', 'mple.com or ', 'call +49 171', ' 2345678.'])}data: [DONE]\n\n`;
  expect(await maskPersonalDataInJson(stream)).toBe(
    `${events(['Write to [EMAIL]', '', ' or ', 'call [PHONE]', '.'])}data: [DONE]\n\n`,
  );
});
