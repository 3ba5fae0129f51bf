import { expect, it } from 'vitest';
import type { AssistantPart, ImageRule, Prompt } from '../../../ports/language-model.ts';
import { estimatePromptTokens, estimateTokens, RunningEstimate } from './estimate-tokens.ts';

const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'What does it say?' }] }],
  ...more,
});

it('counts of a long document the passages that go out', () => {
  const text = 'The harbour of the town was built long ago. '.repeat(200_000);
  const document = { fileId: 'f', filename: 'long.txt', text };
  const passages = [
    { start: 0, end: 880 },
    { start: 4_400_000, end: 4_400_880 },
  ];
  const asPassages = estimatePromptTokens(prompt({ documents: [{ ...document, passages, outline: 'Harbours' }] }));
  expect(asPassages).toBeGreaterThan(400);
  expect(asPassages).toBeLessThan(520);
  expect(estimatePromptTokens(prompt({ documents: [document] }))).toBeGreaterThan(2_000_000);
});

it('counts tools, results and schemas, which are sent as well', () => {
  const tools = [{ name: 'add', description: 'Adds two numbers', inputSchema: { type: 'object' } }];
  const base = estimatePromptTokens(prompt());
  expect(estimatePromptTokens(prompt({ tools }))).toBeGreaterThan(base + 8);
  const result = { toolCallId: 'c', toolName: 'add', result: 'x'.repeat(400) };
  const messages: Prompt['messages'] = [...prompt().messages, { role: 'tool', results: [result] }];
  expect(estimatePromptTokens(prompt({ messages }))).toBeGreaterThan(base + 95);
});

it('counts what stands for a document beside its passages', () => {
  const document = { fileId: 'f', filename: 'long.txt', text: 'x', passages: [] };
  const base = estimatePromptTokens(prompt());
  const tokens = (more: object) => estimatePromptTokens(prompt({ documents: [{ ...document, ...more }] })) - base;
  const facts = [
    { text: 'a'.repeat(40), isAsked: true },
    { text: 'a'.repeat(80), isAsked: false },
  ];
  expect([tokens({}), tokens({ outline: 'a'.repeat(20) }), tokens({ facts })]).toEqual([0, 5, 30]);
});

it('counts every turn of a conversation, and the schema of the answer', () => {
  const base = estimatePromptTokens(prompt());
  const tokens = (message: Prompt['messages'][number]) =>
    estimatePromptTokens(prompt({ messages: [...prompt().messages, message] })) - base;
  expect(tokens({ role: 'system', text: 'a'.repeat(40) })).toBe(10);
  const thought = { type: 'reasoning', text: 'a'.repeat(12) } as const;
  const call = { type: 'tool-call', id: 'c', name: 'a'.repeat(8), input: 'a'.repeat(14) } as const;
  expect(tokens({ role: 'assistant', parts: [{ type: 'text', text: 'a'.repeat(40) }, thought, call] })).toBe(
    10 + 3 + 7,
  );
  const schema = { type: 'a'.repeat(60) };
  expect(estimatePromptTokens(prompt({ responseFormat: { schema, mode: 'json' } })) - base).toBe(20);
  expect(estimatePromptTokens(prompt({ system: 'a'.repeat(40) })) - base).toBe(10);
});

it('counts rules and what documents became for a vendor, and those documents not once more', () => {
  const base = estimatePromptTokens(prompt());
  const tokens = (more: Partial<Prompt>, rule?: ImageRule) => estimatePromptTokens(prompt(more), rule) - base;
  const text = (count: number) => ({ type: 'text', text: 'a'.repeat(4 * count) }) as const;
  const image = { type: 'image', mediaType: 'image/png', base64: png(1000, 1000) } as const;
  const documents = [{ fileId: 'f', filename: 'long.txt', text: 'a'.repeat(4_000) }];
  expect(tokens({ guidance: 'a'.repeat(40) })).toBe(10);
  expect(tokens({ documents, material: [text(10), text(20)] })).toBe(30);
  expect(tokens({ documents, material: [text(10)], lateMaterial: [text(7)] })).toBe(17);
  expect(tokens({ lateMaterial: [text(7)] })).toBe(7);
  expect(tokens({ material: [image] }, 'openai')).toBe(765);
  expect(tokens({ lateMaterial: [image] }, 'google')).toBe(1_032);
});

it("counts a block of the vendor's own as the JSON that goes back", () => {
  const messages = (parts: AssistantPart[]): Prompt['messages'] => [{ role: 'assistant', parts }];
  const block = { a: 'a'.repeat(400) };
  const tokens = estimatePromptTokens({ system: '', messages: messages([{ type: 'vendor-block', block }]) });
  const asText = messages([{ type: 'text', text: JSON.stringify(block) }]);
  expect(tokens).toBeGreaterThan(100);
  expect(tokens).toBe(estimatePromptTokens({ system: '', messages: asText }));
});

it('counts by alphabet: four Latin letters, two signs or other letters, one ideograph', () => {
  const tokens = ['abcd', '12', '.,', 'éé', '\u007f\u0080', 'щщ', '\u2e7f\u2e7f', '\u2e80', '漢', ''].map(
    estimateTokens,
  );
  expect(tokens).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
});

it('counts a text of up to 4,000 characters whole and looks at all parts of a longer one', () => {
  // Samples would see the ideographs at the end eight times as often.
  expect(estimateTokens(`${'a'.repeat(3_900)}${'漢'.repeat(100)}`)).toBe(975 + 100);
  expect(estimateTokens(`${'a'.repeat(400_000)}${'漢'.repeat(512)}`)).toBeGreaterThan(130_000);
  expect(estimateTokens(`${'漢'.repeat(512)}${'a'.repeat(400_000)}`)).toBeGreaterThan(130_000);
  expect(estimateTokens(`${'a'.repeat(40_000)}${'漢'.repeat(512)}${'a'.repeat(400_000)}`)).toBeLessThan(130_000);
});

it('judges a long text by samples as it judges it whole', () => {
  const sentence = 'Ein Satz mit 12 Wörtern, Zeichen; und Zahlen wie 3.14 darin. ';
  const perSentence = estimateTokens(sentence.repeat(60)) / 60;
  expect(estimateTokens(sentence.repeat(100_000)) / 100_000).toBeCloseTo(perSentence, 0);
  expect(estimateTokens('漢字'.repeat(50_000))).toBe(100_000);
});

/** An image that only has a head. */
const head = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(200)]).toString('base64');
const png = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return head(bytes);
};
const jpeg = (width: number, height: number) => {
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000000000301', 'hex');
  bytes.writeUInt16BE(height, 25);
  bytes.writeUInt16BE(width, 27);
  return head(bytes);
};

it.each([
  ['anthropic', 1_334],
  ['openai', 765],
  ['google', 1_032],
] as const)('counts an image by the rule of %s', (rule, tokens) => {
  const base = estimatePromptTokens(prompt());
  for (const base64 of [png(1000, 1000), jpeg(1000, 1000)]) {
    const image = { type: 'image', mediaType: 'image/png', base64 } as const;
    const messages: Prompt['messages'] = [...prompt().messages, { role: 'user', parts: [image] }];
    expect(estimatePromptTokens(prompt({ messages }), rule) - base).toBe(tokens);
  }
});

it('holds an image whose size nobody can read for what a large one costs', () => {
  const image = { type: 'image', mediaType: 'image/png', base64: Buffer.alloc(3_000_000).toString('base64') } as const;
  const messages: Prompt['messages'] = [{ role: 'user', parts: [image] }];
  expect(estimatePromptTokens({ system: '', messages })).toBe(1_600);
});

it('counts turns of a conversation by some of their characters, within a few per cent of all of them', () => {
  const turn = (text: string) =>
    estimatePromptTokens({ system: '', messages: [{ role: 'user', parts: [{ type: 'text', text }] }] });
  const texts = [
    'The quick brown fox jumps over the lazy dog, then writes a short note about "it". '.repeat(12),
    '17;3.5;Oslo;2024-05-01\n'.repeat(40),
    'Быстрая лиса, ленивая собака. The rest is English. '.repeat(20),
    '漢字とかなの文章です。'.repeat(60),
    '1,'.repeat(400),
    'abc1'.repeat(200),
    'ab12cd34e'.repeat(90),
    `${'a'.repeat(900)}${'漢'.repeat(900)}`,
  ];
  for (const text of texts) {
    expect(turn(text) / estimateTokens(text), text.slice(0, 20)).toBeGreaterThan(0.96);
    expect(turn(text) / estimateTokens(text), text.slice(0, 20)).toBeLessThan(1.04);
  }
  expect(turn('a1'.repeat(100))).toBe(estimateTokens('a1'.repeat(100)));
  expect(turn('a1'.repeat(9_000))).toBe(estimateTokens('a1'.repeat(9_000)));
});

it('counts a text that comes in pieces as the whole of it', () => {
  const tokensOf = (pieces: string[]) => {
    const estimate = new RunningEstimate();
    for (const piece of pieces) estimate.add(piece);
    return estimate.tokens;
  };
  const text = 'Ein Satz mit 12 Wörtern, 漢字 und 🎉.'.repeat(100);
  expect(tokensOf([...text])).toBe(estimateTokens(text));
  expect(tokensOf(text.split(''))).toBe(estimateTokens(text));
  expect(tokensOf([])).toBe(0);
  const long = '漢字'.repeat(50_000);
  expect(tokensOf([long])).toBe(estimateTokens(long));
  expect(tokensOf(['abc', long])).toBe(estimateTokens(long) + 1);
});
