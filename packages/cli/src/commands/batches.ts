import { readFile } from 'node:fs/promises';
import type { Batch, BatchCall } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOf, needFile, readPipe, textOf } from '../io.ts';

const actions = ['run', 'start', 'list', 'show', 'wait', 'results', 'cancel'] as const;

const endpoints = [
  '/v1/answer',
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/messages',
  '/v1/responses',
] as const;

export const batches: Command = {
  name: 'batches',
  summary: 'Have many calls worked off in the background',
  usage: [
    'run <calls.jsonl> --endpoint PATH',
    'start <calls.jsonl> --endpoint PATH',
    'list [--limit N]',
    'show <id>',
    'wait <id>',
    'results <id>',
    'cancel <id>',
  ],
  actions,
  options: {
    endpoint: { value: 'PATH', choices: endpoints, help: 'What is called (default: url of the first line)' },
    limit: { value: 'N', help: 'How many are listed (default 20)' },
  },
  notes: [
    'A line of the file is a call: {"custom_id": "first", "body": {…}}; lines of OpenAI\'s batches are taken as they are.',
    'run waits and prints one result in each line. Ctrl-C ends the waiting; the batch goes on.',
  ],
  async run(call) {
    const [action = 'list', given] = call.arguments;
    const { out, client, io } = call;
    const { batches: resource } = client();
    const id = () => needed(given, 'The id of the batch');
    switch (action) {
      case 'run':
        return results(call, await wait(call, (await start(call, given)).id));
      case 'start': {
        const batch = await start(call, given);
        return out.isJson ? out.json(batch) : out.line(batch.id);
      }
      case 'list':
        return list(call);
      case 'show':
        return out.json(await resource.get(id()));
      case 'wait':
        return show(call, await wait(call, id()));
      case 'results':
        return results(call, await resource.get(id(), { signal: io.signal }));
      case 'cancel':
        return show(call, await resource.cancel(id()));
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

async function start({ client, io, values, out }: Call, path: string | undefined): Promise<Batch> {
  const piped = path === undefined ? await readPipe(io) : null;
  if (path !== undefined) needFile(path);
  const text = textOf(piped ?? (await readFile(needed(path, 'A file of calls'))));
  const lines = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [jsonOf<BatchCall & { url?: unknown }>(line, `Line ${index + 1}`)],
    );
  const endpoint = values.oneOf('endpoint', endpoints) ?? endpoints.find((known) => known === lines[0]?.url);
  if (endpoint === undefined) throw new UsageError(`--endpoint is missing; one of ${endpoints.join(', ')}`);
  const batch = await client().batches.start(lines, { endpoint }, { signal: io.signal });
  out.note(`batch ${batch.id}, ${lines.length} calls`);
  return batch;
}

function wait({ client, io, out }: Call, id: string): Promise<Batch> {
  return client().batches.wait(id, {
    signal: io.signal,
    onProgress: ({ completed, failed, total }) => out.status(`${completed + failed} of ${total} calls`),
  });
}

/** One in each line, as the files of results have them; 1 where not every call was answered. */
async function results({ client, io, out }: Call, batch: Batch): Promise<number> {
  for await (const result of client().batches.results(batch, { signal: io.signal })) out.line(JSON.stringify(result));
  const { status, request_counts: counts } = batch;
  out.note(`${status}: ${counts.completed} of ${counts.total} answered, ${counts.failed} failed`);
  for (const { message, line } of batch.errors?.data ?? []) out.error(`${line ? `line ${line}: ` : ''}${message}`);
  return status === 'completed' && counts.failed === 0 ? exitCodes.ok : exitCodes.failed;
}

async function list({ client, out, values }: Call): Promise<void> {
  const limit = values.whole('limit') ?? 20;
  const found: Batch[] = [];
  for await (const batch of client().batches.list({ limit: Math.min(limit, 100) })) {
    if (found.length >= limit) break;
    found.push(batch);
  }
  if (out.isJson) return out.json(found);
  out.table([head, ...found.map(rowOf)]);
}

function show({ out }: Call, batch: Batch): void {
  if (out.isJson) out.json(batch);
  else out.table([head, rowOf(batch)]);
}

const head = ['ID', 'STATUS', 'ENDPOINT', 'CALLS', 'ANSWERED', 'FAILED', 'MADE'];
const rowOf = ({ id, status, endpoint, request_counts, created_at }: Batch): string[] => [
  id,
  status,
  endpoint,
  String(request_counts.total),
  String(request_counts.completed),
  String(request_counts.failed),
  new Date(created_at * 1000).toISOString(),
];
