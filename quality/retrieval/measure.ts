/**
 * How often a collection finds the text that a question means, in words that the text does not use:
 * `node quality/retrieval/measure.ts http://127.0.0.1:8484 KEY`. The pairs were written by somebody who saw neither code nor ranking; of
 * what fails only counts are looked at.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , base = 'http://127.0.0.1:8484', key = ''] = process.argv;
const pairs: Record<string, { text: string; question: string }[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'paraphrases.json'), 'utf8'),
);
const all = Object.entries(pairs).flatMap(([language, list]) => list.map((pair) => ({ language, ...pair })));

const authorization = `Bearer ${key}`;
async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await fetch(base + path, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return Object(await reply.json());
}

const collection = await call('POST', '/v1/collections', { name: 'Paraphrases' });
const ids: string[] = [];
for (const [number, { text }] of all.entries()) {
  const form = new FormData();
  form.append('file', new Blob([text]), `${number}.txt`);
  form.append('wait_ms', '30000');
  const reply = await fetch(`${base}/v1/files/upload`, { method: 'POST', headers: { authorization }, body: form });
  ids.push(String(Object(await reply.json()).file_id));
}
await call('POST', `/v1/collections/${collection.id}/files`, { file_ids: ids });
for (let hasAll = false; !hasAll; ) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { passages, embeddings } = await call('GET', `/v1/collections/${collection.id}`);
  hasAll = Number(passages) >= all.length && (embeddings === null || Object(embeddings).passages === passages);
}
for (const mode of ['lexical', 'semantic', 'hybrid']) {
  for (const language of Object.keys(pairs)) {
    let [first, inThree, count] = [0, 0, 0];
    for (const [number, pair] of all.entries()) {
      if (pair.language !== language) continue;
      const query = { query: pair.question, mode, top_k: 10 };
      const { results } = await call('POST', `/v1/collections/${collection.id}/search`, query);
      const found = [...new Set((results as { file_id: string }[]).map(({ file_id }) => ids.indexOf(file_id)))];
      count++;
      if (found[0] === number) first++;
      if (found.slice(0, 3).includes(number)) inThree++;
    }
    console.log(
      `${mode} ${language}: first ${(first / count).toFixed(2)}, among three ${(inThree / count).toFixed(2)}`,
    );
  }
}
await call('DELETE', `/v1/collections/${collection.id}?files=delete`);
