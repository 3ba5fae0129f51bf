import { expect, it, vi } from 'vitest';
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

/** 128 kB of the smallest values. */
const shapes: ReadonlyArray<readonly [string, string]> = [
  ['texts', JSON.stringify(Array(32_000).fill('a'))],
  ['numbers', JSON.stringify(Array(64_000).fill(1))],
  ['members', `{${Array(18_000).fill('"a":1').join(',')}}`],
  ['names of people', JSON.stringify(Array(9_000).fill('Anna Kroll'))],
  ['one text of addresses', JSON.stringify([Array(8_000).fill('a@example.org').join(' ')])],
  ['words of JSON', JSON.stringify(Array(25_000).fill(true))],
  ['nothing', '[['.repeat(64_000)],
  ['events', 'data: {"content":"a"}\n'.repeat(5_800)],
];

it.each(shapes)(
  'gives others their turns: 128 kB of %s',
  async (_, json) => {
    // What each value costs is counted, since a clock also counts what else the machine does: reading a text, and writing one anew.
    const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')];
    const steps: number[] = [];
    const count = () => {
      steps.push(parse.mock.calls.length + stringify.mock.calls.length);
      parse.mockClear();
      stringify.mockClear();
    };
    const usedMs = () => process.cpuUsage().user / 1000;
    try {
      // The best of three: the engine compiles and collects garbage beside it.
      let longestMs = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 3; attempt++) {
        let [began, mostMs] = [usedMs(), 0];
        const onPiece = async () => {
          mostMs = Math.max(mostMs, usedMs() - began);
          count();
          await new Promise(setImmediate);
          began = usedMs();
        };
        await maskPersonalDataInJson(json.slice(0, 131_072), { onPiece });
        count();
        longestMs = Math.min(longestMs, mostMs);
      }
      expect(steps.length).toBeGreaterThan(30);
      expect(Math.max(...steps)).toBeLessThanOrEqual(501);
      expect(longestMs).toBeLessThan(10);
    } finally {
      vi.restoreAllMocks();
    }
  },
  60_000,
);
