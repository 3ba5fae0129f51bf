import type { ResearchProgress, ResearchResult } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { readPipe, textOf } from '../io.ts';
import { uploadFiles } from '../upload-files.ts';

const depths = ['quick', 'standard', 'thorough'] as const;
const actions = ['list', 'show', 'wait', 'cancel', 'search'] as const;

export const research: Command = {
  name: 'research',
  summary: 'Research a question and report with citations, or search the web',
  usage: ['"<instructions>" [options]', 'search "<words>"', 'list', 'show <id>', 'wait <id>', 'cancel <id>'],
  actions,
  options: {
    depth: { value: 'DEPTH', choices: depths, help: 'quick, standard (default) or thorough' },
    'max-sources': { value: 'N', help: 'Sources at most, 5 to 100' },
    file: { value: 'PATH', short: 'f', isMultiple: true, help: 'Upload a file and research in it as well' },
    model: { value: 'NAME', short: 'm', help: 'A model of: parley models' },
    background: { help: 'Say the id at once; look again with: parley research wait <id>' },
    limit: { value: 'N', help: 'How many are listed or found (default 20 and 10)' },
  },
  notes: ['Ctrl-C ends the waiting; the run goes on, and parley research cancel <id> ends it.'],
  async run(call) {
    const [first, id, ...more] = call.arguments;
    if (first === 'list') return list(call);
    if (first === 'search') return search(call, needed(id, 'What to search for'));
    if (first === 'show' || first === 'wait' || first === 'cancel')
      return onRun(call, first, needed(id, 'The id of the run'));
    if (id !== undefined || more.length > 0) throw new UsageError('Put the instructions between quotes');
    return begin(call, first);
  },
};

async function begin(call: Call, given: string | undefined): Promise<void> {
  const { client, out, io, values } = call;
  const piped = given === undefined ? await readPipe(io) : null;
  const instructions = needed(given ?? (piped ? textOf(piped) : undefined), 'What to research');
  const uploaded = await uploadFiles(call, values.list('file'));
  const run = await client().research.start(
    {
      instructions,
      depth: values.oneOf('depth', depths),
      max_sources: values.whole('max-sources'),
      model: values.text('model'),
      ...(uploaded.length > 0 && { file_ids: uploaded.map(({ file_id }) => file_id) }),
    },
    { signal: io.signal },
  );
  if (values.has('background')) return out.isJson ? out.json(run) : out.line(run.research_id);
  out.note(`run ${run.research_id}`);
  await finish(call, run.research_id);
}

async function finish({ client, out, io }: Call, id: string): Promise<void> {
  const onProgress = ({ message, sources_found, pages_read }: ResearchProgress) =>
    out.status(`${message} (${sources_found} sources found, ${pages_read} pages read)`);
  show(await client().research.wait(id, { signal: io.signal, onProgress }), out);
}

function show(result: ResearchResult, out: Call['out']): void {
  const { output, citations, shortfall } = result;
  if (out.isJson) {
    out.json(result);
    return;
  }
  if (typeof output === 'string') out.line(output);
  else out.json(output);
  for (const [index, { title, url }] of citations.entries())
    out.line(`[${index + 1}] ${title} ${out.style('dim', url)}`);
  if (shortfall) out.note(`${shortfall.cited} of ${shortfall.wanted} sources: ${shortfall.reason}`);
}

async function onRun(call: Call, action: 'show' | 'wait' | 'cancel', id: string): Promise<void> {
  const { client, out } = call;
  if (action === 'wait') return finish(call, id);
  const run = action === 'show' ? await client().research.get(id) : await client().research.cancel(id);
  if (out.isJson) return out.json(run);
  out.line(`${run.research_id}  ${run.status}  ${run.progress.message}`);
  if (typeof run.output === 'string') out.line(run.output);
  if (run.message !== undefined) out.note(run.message);
}

async function list({ client, out, values }: Call): Promise<void> {
  const { data } = await client().research.list({ limit: values.whole('limit') ?? 20 });
  if (out.isJson) return out.json(data);
  const rows = data.map((run) => [run.research_id, run.status, run.created_at, run.progress.message]);
  out.table([['ID', 'STATUS', 'BEGUN', 'PROGRESS'], ...rows]);
}

async function search({ client, out, values, io }: Call, query: string): Promise<void> {
  const found = await client().research.search({ query, num_results: values.whole('limit') }, { signal: io.signal });
  if (out.isJson) return out.json(found);
  if (found.results.length === 0) out.note('Nothing found.');
  for (const { title, url, snippet } of found.results) {
    out.line(`${out.style('bold', title)}\n  ${out.style('cyan', url)}\n  ${snippet.replaceAll(/\s+/g, ' ').trim()}`);
  }
}
