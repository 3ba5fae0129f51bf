/**
 * What one question over a document sends to a vendor, in tokens: `npm run measure:grounding`. A service of its own and a vendor on
 * loopback that counts what it is sent (o200k); a model that reads a million tokens; a report of 10, 100 and 1,000 pages and a table of
 * 100,000 rows, each asked what one passage answers, for the whole, and what nothing in it answers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ProcessUnderTest } from './gateway/process-under-test.ts';

const key = 'bench-key-0123456789abcdef';
const wordsOfPage = 450;
const rowCount = 100_000;

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const next = random(11);
const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)] ?? '';
const things = 'pump valve bearing gate channel sluice motor cable panel sensor bridge road tank wall roof drain'.split(
  ' ',
);
const places = 'north south east west upper lower inner outer old new'.split(' ');
const deeds = 'was inspected|was painted|was measured|was replaced|needs care|holds well|leaks a little'.split('|');
const line = () =>
  `The ${pick(places)} ${pick(things)} ${Math.floor(next() * 900)} ${pick(deeds)} after the ${pick(things)}.`;

function report(pages: number): string {
  const parts: string[] = [];
  for (let page = 1; page <= pages; page++) {
    parts.push(`## Section ${page}`);
    for (let words = 0; words < wordsOfPage; words += 60) parts.push(Array.from({ length: 6 }, line).join(' '));
    if (page === Math.ceil(pages / 2)) parts.push('The keeper of the lighthouse at Vardo is Ida Holm.');
  }
  return `# Report\n\n${parts.join('\n\n')}\n`;
}

const cities = ['Oslo', 'Bergen', 'Narvik', 'Tromso', 'Bodo'];
const rows = Array.from(
  { length: rowCount },
  (_, row) => `${row},${cities[row % 5]},${(row % 997) + 0.25},order-${(row * 7919) % 100_003}`,
);
const ofReport = ['Who keeps the lighthouse at Vardo?', 'Summarise the report.', 'Which whales swim near Greenland?'];
const ofTable = [
  'What is the total amount where the city is Oslo?',
  'In which city was order-95028 placed?',
  'Give me an overview.',
  'Which whales swim near Greenland?',
];
const documents = [
  ...[10, 100, 1000].map((pages) => ({
    name: `${pages} pages`,
    file: 'report.md',
    text: report(pages),
    ask: ofReport,
  })),
  { name: '100,000 rows', file: 'orders.csv', text: `number,city,amount,code\n${rows.join('\n')}\n`, ask: ofTable },
];

let sent: string[] = [];
const vendor = http.createServer((request, response) => {
  // The service also asks which models there are.
  if (request.method !== 'POST') return void response.writeHead(404).end();
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString());
    const text = body.messages.map(({ content }: { content: string }) => content).join('\n');
    sent.push(text);
    // It asks nothing of tables.
    const content = text.includes('You do not answer the question yet') ? '{"queries": []}' : 'The text does not say.';
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  });
});
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
const { port } = vendor.address() as AddressInfo;

const folder = mkdtempSync(join(tmpdir(), 'parley-grounding-'));
const config = join(folder, 'parley.config.json');
writeFileSync(config, JSON.stringify({ models: [{ id: 'long', engine: 'openai/long', context_length: 1_000_000 }] }));
const service = await ProcessUnderTest.start(['packages/server/src/main.ts'], {
  DATA_DIR: join(folder, 'data'),
  PORT: process.env.PORT ?? '0',
  PARLEY_API_KEY: key,
  PARLEY_CONFIG: config,
  PARLEY_MODEL: 'openai/long',
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
});
const base = `http://127.0.0.1:${service.port}`;
const headers = { authorization: `Bearer ${key}` };

async function call(path: string, init: RequestInit) {
  const response = await fetch(base + path, init);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const answer: any = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function upload(text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  let file = await call('/v1/files/upload', { method: 'POST', headers, body: form });
  while (file.status === 'processing') {
    await new Promise((done) => setTimeout(done, 250));
    file = await call(`/v1/files/${file.file_id}`, { headers });
  }
  if (file.status !== 'ready') throw new Error(`${name}: ${JSON.stringify(file)}`);
  return file.file_id;
}

try {
  console.log('| Document | its tokens | Question | sent |\n|---|--:|---|--:|');
  const count = new Intl.NumberFormat('en');
  for (const { name, file, text, ask } of documents) {
    const id = await upload(text, file);
    const whole = count.format(countTokens(text));
    for (const query of ask) {
      sent = [];
      const body = JSON.stringify({ query, file_ids: [id], model: 'long' });
      await call('/v1/answer', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
      const tokens = sent.reduce((sum, each) => sum + countTokens(each), 0);
      console.log(`| ${name} | ${whole} | ${query} | ${count.format(tokens)} |`);
    }
  }
} finally {
  await service.stop();
  vendor.close();
  rmSync(folder, { recursive: true, force: true });
}
