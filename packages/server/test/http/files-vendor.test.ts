import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
const model = new ScriptedLanguageModel(() => 'The ferry Terna entered service on 3 June 2025.');
beforeAll(async () => {
  service = await startTestService({ replacements: { models: routerOf(model) } });
});
afterAll(() => service.close());

const upload = async (name: string, text: string): Promise<string> => {
  const { json } = await uploadFile(service, name, text);
  expect(json.status).toBe('ready');
  return json.file_id;
};
const lastDocuments = () => model.prompts.at(-1)?.documents ?? [];
const lastMaterial = () => {
  const [part] = model.prompts.at(-1)?.material ?? [];
  return part?.type === 'text' ? part.text : '';
};

it('names the passages that carry the answer of a model that names none', async () => {
  const text =
    '# Fleet\n\nThe fleet has 14 ferries.\n\n# News\n\nThe electric ferry Terna entered service on 3 June 2025.\n\n# Staff\n\nThere are 200 people.\n';
  const id = await upload('report.md', text);
  const { json } = await service.call('POST', '/v1/answer', { query: 'When did Terna start?', file_ids: [id, id] });
  expect(lastDocuments()).toHaveLength(1);
  expect(lastDocuments()[0]).toMatchObject({ fileId: id, filename: 'report.md', text });
  expect(lastDocuments()[0]?.passages).toBeUndefined();
  expect(json.sources[0]).toMatchObject({ file_id: id, quote: expect.stringContaining('Terna') });
  expect(text.slice(json.sources[0].start, json.sources[0].end)).toBe(json.sources[0].quote);
});

it('gives large files as outline and best passages under one budget', async () => {
  const section = (number: number) =>
    `# Chapter ${number}\n\n${`Words about subject ${number} and nothing else. `.repeat(120)}\n\n`;
  const long = Array.from({ length: 150 }, (_, number) => section(number)).join('');
  const ids = [
    await upload('a.md', long),
    await upload('b.md', `${long}# Ferry\n\nTerna is a ferry. It entered service on 3 June 2025.\n`),
  ];
  const { json } = await service.call('POST', '/v1/answer', { query: 'What is Terna?', file_ids: ids });
  const documents = lastDocuments();
  const shown = documents.flatMap(({ text, passages = [] }) =>
    passages.map(({ start, end }) => text.slice(start, end)),
  );
  expect(documents.every(({ passages }) => passages !== undefined)).toBe(true);
  expect(shown.join('').length / 4).toBeLessThan(200_000 * 0.62);
  expect(shown.some((part) => part.includes('Terna is a ferry.'))).toBe(true);
  expect(documents[0]?.outline).toContain('Chapter 7');
  expect(json.sources[0]).toMatchObject({ filename: 'b.md', quote: expect.stringContaining('Terna') });
});

it('gives figures over all rows in words', async () => {
  const id = await upload('sales.csv', 'region,amount\nNorth,10\nSouth,20.5\nNorth,3\n');
  await service.call('POST', '/v1/answer', { query: 'What is the total amount in the North?', file_ids: [id] });
  const text = lastMaterial();
  expect(text).toContain('13 is the sum of amount over 2 rows where region = North.');
  expect(text).toContain('Over all rows, the sum of amount is 33.5.');
});
