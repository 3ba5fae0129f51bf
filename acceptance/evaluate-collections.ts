/**
 * A collection of documents of its own making, asked twenty questions by answer and by deep research, without a network:
 * `npm run evaluate:collections [-- documents]` (2000). Prints what was asked, the time, the sources, and whether it was right.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { startService } from './start-service.ts';

const documents = Number(process.argv[2] ?? 2000);
const questions = 20;
const atOnce = 8;
const configFile = join(mkdtempSync(join(tmpdir(), 'parley-evaluation-')), 'parley.config.json');
writeFileSync(
  configFile,
  JSON.stringify({ limits: { requests_per_minute: 1_000_000, tokens_per_minute: 1_000_000_000 } }),
);
const service = await startService('packages/server/src/main.ts', await freePort(), {
  // Nothing answers there: research rests on the collection alone.
  env: { PARLEY_MODEL: 'reader', LOG_LEVEL: 'error', PARLEY_CONFIG: configFile, SEARXNG_URL: 'http://127.0.0.1:9' },
});
process.on('exit', () => service.process.kill('SIGKILL'));
const headers = { authorization: `Bearer ${service.key}` };

/** The same numbers every time. */
let state = 20_261_122;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 4_294_967_296) * below);
};
const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
const first =
  'Alder Birch Cinder Dover Ember Fallow Garnet Hollow Iron Juniper Kestrel Larch Marrow Nettle Otter Pine Quill Raven Sable Thorn'.split(
    ' ',
  );
const second =
  'bridge clinic depot estate ferry garden harbour institute junction kiln library market mill observatory pier quarry school theatre tower works'.split(
    ' ',
  );
const people =
  'Ada Bruun,Carl Dahl,Edith Falk,Georg Holm,Inga Juul,Karl Lund,Maja Nord,Otto Palm,Rosa Skov,Theo Vang'.split(',');

interface Fact {
  question: string;
  answer: string;
}

/** One document of one of several kinds about a place of its own, and what it can be asked. */
function makeDocument(number: number): { name: string; text: string; fact: Fact } {
  const place = `${first[number % 20]} ${second[Math.floor(number / 20) % 20]}`;
  // Beyond four hundred places there are wings of them.
  const subject = number < 400 ? place : `${place} wing ${Math.floor(number / 400)}`;
  const year = String(1850 + random(150));
  const head = pick(people);
  const rooms = String(12 + random(900));
  const filler = `Visitors come by ${pick(['tram', 'boat', 'bus'])} and stay for ${2 + random(6)} hours.`;
  const facts: Fact[] = [
    { question: `In which year was the ${subject} opened?`, answer: year },
    { question: `Who leads the ${subject}?`, answer: head },
    { question: `How many rooms does the ${subject} have?`, answer: rooms },
  ];
  const fact = facts[number % 3] ?? { question: '', answer: '' };
  const said = [
    `The ${subject} was opened to the public in the spring of ${year}.`,
    `Since last autumn the ${subject} has been led by ${head}.`,
    `The ${subject} has ${rooms} rooms, which are spread over several floors.`,
    filler,
  ].join(' ');
  switch (number % 4) {
    case 0:
      return { name: `${number}.md`, text: `# ${subject}\n\n${said}\n\n## Notes\n\n${filler}\n`, fact };
    case 1:
      return { name: `${number}.txt`, text: `${said}\n`, fact };
    case 2:
      return { name: `${number}.html`, text: `<html><body><h1>${subject}</h1><p>${said}</p></body></html>`, fact };
    default:
      return { name: `${number}.json`, text: JSON.stringify({ name: subject, description: said }), fact };
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function call(method: string, path: string, body?: unknown): Promise<any> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(service.base + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status !== 429 || tries > 120) return JSON.parse(await response.text());
    await new Promise((done) => setTimeout(done, 1000));
  }
}

async function upload({ name, text }: { name: string; text: string }): Promise<string> {
  for (let tries = 0; ; tries++) {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    form.append('wait_ms', '0');
    const response = await fetch(`${service.base}/v1/files/upload`, { method: 'POST', headers, body: form });
    const answer = JSON.parse(await response.text());
    if (response.status !== 429 || tries > 120) return answer.file_id;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

const made = Array.from({ length: documents }, (_, number) => makeDocument(number));
const started = performance.now();
const { id } = await call('POST', '/v1/collections', { name: 'Evaluation' });
let next = 0;
const fileIds: string[] = [];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let document = made[next++]; document; document = made[next++]) fileIds.push(await upload(document));
  }),
);
for (let from = 0; from < fileIds.length; from += 500) {
  await call('POST', `/v1/collections/${id}/files`, { file_ids: fileIds.slice(from, from + 500) });
}
for (;;) {
  const { files } = await call('GET', `/v1/collections/${id}`);
  if (files.ready + files.failed === documents) {
    console.log(
      `${documents} documents (${files.failed} failed) in ${((performance.now() - started) / 1000).toFixed(1)} s on ${availableParallelism()} cores`,
    );
    break;
  }
  await new Promise((done) => setTimeout(done, 500));
}

const step = Math.floor(documents / questions);
const asked = Array.from({ length: questions }, (_, number) => made[number * step + (number % 7)]?.fact).filter(
  (fact) => fact !== undefined,
);
let failures = 0;
for (const [way, ask] of [
  ['answer', (query: string) => call('POST', '/v1/answer', { query, collection_ids: [id] })],
  [
    'deep-research',
    (instructions: string) => call('POST', '/v1/deep-research', { instructions, depth: 'quick', collection_ids: [id] }),
  ],
] as const) {
  const times: number[] = [];
  let right = 0;
  for (const { question, answer } of asked) {
    const begun = performance.now();
    const reply = await ask(question);
    times.push(performance.now() - begun);
    const text = String(reply.answer ?? reply.output ?? reply.message);
    const isRight = text.includes(answer);
    if (isRight) right++;
    const names = (reply.sources ?? reply.citations ?? []).map(
      (source: { filename?: string; title?: string }) => source.filename ?? source.title,
    );
    console.log(
      `${isRight ? 'right' : 'WRONG'}  ${way}  ${((times.at(-1) ?? 0) / 1000).toFixed(2)} s  ${question}  → ${answer}  [${[...new Set(names)].slice(0, 3).join(', ')}]`,
    );
    if (!isRight) console.log(`       ${text.slice(0, 200).replaceAll('\n', ' ')}`);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${way}: ${right} of ${asked.length} right, median ${((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(2)} s\n`,
  );
  failures += asked.length - right;
}
await service.stop();
process.exit(failures === 0 ? 0 : 1);
