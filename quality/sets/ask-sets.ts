/**
 * Asks a running service the questions and schemas of the sets, and counts by half, by set, by language and by kind of file what is right, shown, wrong, missed
 * and rightly declined.
 *
 *     BASE_URL=http://127.0.0.1:8484 API_KEY=… node quality/sets/ask-sets.ts [SET...] [--half open] [--values] [--list]
 *
 * `--list` prints what went wrong in the open half. Nothing of the frozen half is ever printed but counts.
 */
import { openAsBlob } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeReply, judgeValue, type Reply, valueVerdicts, verdicts } from './judge.ts';
import { filePath, readSetQuestions, readSetValues, type SetQuestion, setNames } from './read-sets.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string' },
    values: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const base = process.env.BASE_URL ?? 'http://127.0.0.1:8484';
const headers = { authorization: `Bearer ${process.env.API_KEY ?? ''}` };
const mostWaits = 120;
const chosen = positionals.length > 0 ? positionals : setNames;
const ids = new Map<string, string>();
const counts = new Map<string, Map<string, number>>();

for (const set of chosen) await (options.values ? askValues(set) : askQuestions(set));
const columns: readonly string[] = options.values ? valueVerdicts : verdicts;
console.log(`| | asked | ${columns.join(' | ')} |\n|---|${'--:|'.repeat(columns.length + 1)}`);
for (const [name, row] of counts) {
  const all = [...row.values()].reduce((sum, count) => sum + count, 0);
  console.log(`| ${name} | ${all} | ${columns.map((column) => row.get(column) ?? 0).join(' | ')} |`);
}

type Asked = Pick<SetQuestion, 'set' | 'half' | 'language' | 'files'>;

async function askQuestions(set: string): Promise<void> {
  for (const asked of readSetQuestions(set)) {
    if ((options.half ?? asked.half) !== asked.half) continue;
    const reply = await ask({ query: asked.question, file_ids: await idsOf(set, asked.files) });
    const verdict = judgeReply(asked, reply);
    count(asked, verdict);
    if (options.list && asked.half === 'open' && (verdict === 'wrong' || verdict === 'missed' || verdict === 'shown'))
      console.log(
        `${verdict.padEnd(8)}${asked.files.join('+')}  ${asked.question}  (${(asked.accept ?? ['—']).join(' / ').slice(0, 80)})  →  ${JSON.stringify(reply.short_answer ?? null)} ${JSON.stringify(reply.answer ?? reply.error).slice(0, 240)}`,
      );
  }
}

async function askValues(set: string): Promise<void> {
  for (const asked of readSetValues(set)) {
    if ((options.half ?? asked.half) !== asked.half) continue;
    const reply = await ask({
      query: 'Fill in the fields from the file.',
      file_ids: await idsOf(set, asked.files),
      response_format: { type: 'json_schema', schema: asked.schema },
    });
    for (const [name, expected] of Object.entries(asked.expected)) {
      const verdict = judgeValue(expected, reply.data?.[name]);
      count(asked, verdict);
      if (
        options.list &&
        asked.half === 'open' &&
        (verdict === 'wrong' || verdict === 'made up' || verdict === 'left out')
      )
        console.log(
          `${verdict.padEnd(9)}${asked.files.join('+')}  ${name}: ${JSON.stringify(expected)}  →  ${JSON.stringify(reply.data?.[name] ?? reply.error ?? null).slice(0, 120)}`,
        );
    }
  }
}

function count({ set, half, language, files }: Asked, verdict: string): void {
  const kinds = files.map((file) => extname(file));
  for (const name of [half, `${half}: ${set}`, `${half}: ${language}`, `${half}: ${[...new Set(kinds)].join(' ')}`]) {
    const row = counts.get(name) ?? new Map<string, number>();
    row.set(verdict, (row.get(verdict) ?? 0) + 1);
    counts.set(name, row);
  }
}

async function ask(body: unknown): Promise<Reply> {
  const response = await fetch(`${base}/v1/answer`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text());
}

async function idsOf(set: string, files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const name = `${set}/${file}`;
    const id = ids.get(name) ?? (await upload(set, file));
    ids.set(name, id);
    found.push(id);
  }
  return found;
}

async function upload(set: string, name: string): Promise<string> {
  const form = new FormData();
  form.set('file', await openAsBlob(filePath(set, name)), name);
  const response = await fetch(`${base}/v1/files/upload`, { method: 'POST', headers, body: form });
  const file: { file_id: string; status: string } = JSON.parse(await response.text());
  for (let wait = 0; wait < mostWaits && file.status === 'processing'; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    Object.assign(file, await (await fetch(`${base}/v1/files/${file.file_id}`, { headers })).json());
  }
  if (file.status !== 'ready') throw new Error(`${name} did not become ready: ${JSON.stringify(file).slice(0, 300)}`);
  return file.file_id;
}
