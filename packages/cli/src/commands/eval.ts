import { readFile } from 'node:fs/promises';
import type { EvaluationComparison, EvaluationRun, NewEvaluationCase } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { jsonOf } from '../io.ts';

const actions = ['run', 'compare', 'sets'] as const;
const mostModels = 8;
const shownReply = 60;

export const evaluation: Command = {
  name: 'eval',
  summary: 'Play a set of calls against models or prompts, and put them side by side',
  usage: ['run <set.jsonl | id of a set> --model NAME [--model NAME]', 'compare <run> <run>', 'sets'],
  actions,
  options: {
    model: { value: 'NAME', short: 'm', isMultiple: true, help: 'A model or route; one run for each' },
    prompt: { value: 'ID@VERSION', isMultiple: true, help: 'A version of a kept prompt; one run for each' },
    judge: { value: 'NAME', help: 'The model that judges, where a case asks for it' },
    concurrency: { value: 'N', help: 'Calls at once in each run, 1 to 16 (default 4)' },
    cases: { help: 'Also print what each said, case by case' },
    'min-score': { value: 'SCORE', help: 'Exit with 1 when the score of a run is below' },
  },
  notes: [
    'A line of the file is a case: {"request": {…}, "expected": …, "checks": […], "endpoint": "/v1/answer"}. Its set is kept, under the name of the file.',
    'Ctrl-C ends the waiting; the runs go on.',
  ],
  async run(call) {
    const [action, ...given] = call.arguments;
    if (action === 'sets') return sets(call);
    if (action === 'compare') return show(call, given);
    if (action !== 'run') throw new UsageError(`There is no ${action ?? 'action'} here: ${actions.join(', ')}`);
    return play(call, needed(given[0], 'A file of cases, or the id of a set,'));
  },
};

async function play(call: Call, given: string): Promise<number> {
  const { client, io, out, values } = call;
  const least = values.number('min-score');
  const { evaluations } = client();
  const setId = given.startsWith('evset_') ? given : await makeSet(call, given);
  const common = { set_id: setId, judge_model: values.text('judge'), concurrency: values.whole('concurrency') };
  const wanted = [...values.list('model').map((model) => ({ model })), ...values.list('prompt').map(promptOf)];
  if (wanted.length > mostModels) throw new UsageError(`At most ${mostModels} runs are put side by side`);
  const begun: EvaluationRun[] = [];
  for (const one of wanted.length === 0 ? [{}] : wanted) {
    begun.push(await evaluations.start({ ...common, ...one }, { signal: io.signal }));
  }
  const done = begun.map(() => 0);
  const ended = await Promise.all(
    begun.map(({ id }, index) =>
      evaluations.wait(id, {
        signal: io.signal,
        onProgress: (run) => {
          done[index] = run.done;
          const sum = done.reduce((all, one) => all + one, 0);
          out.status(`${sum} of ${run.cases * begun.length} calls`);
        },
      }),
    ),
  );
  const ids = ended.map(({ id }) => id);
  if (ids.length > 1) await show(call, ids);
  else await showOne(call, ended);
  return ended.some(({ status, score }) => status !== 'completed' || (least !== undefined && (score ?? 0) < least))
    ? 1
    : 0;
}

async function sets({ client, out }: Call): Promise<void> {
  const { data } = await client().evaluations.sets({ limit: 100 });
  if (out.isJson) return out.json(data);
  out.table([
    ['ID', 'CASES', 'CHANGED', 'NAME'],
    ...data.map((set) => [set.id, String(set.cases), set.updated_at, set.name]),
  ]);
}

async function makeSet({ client, out, io }: Call, path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${path}`);
  });
  const cases = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    return [jsonOf<NewEvaluationCase>(line, `Line ${index + 1} of ${path}`)];
  });
  const name = path.split(/[\\/]/).at(-1) ?? path;
  const set = await client().evaluations.createSet({ name, cases }, { signal: io.signal });
  out.note(`set ${set.id}, ${set.cases} cases`);
  return set.id;
}

function promptOf(text: string): { prompt: { id: string; version?: number } } {
  const at = text.lastIndexOf('@');
  if (at === -1) return { prompt: { id: text } };
  const version = Number(text.slice(at + 1));
  if (!Number.isInteger(version) || version < 1) throw new UsageError(`--prompt takes ID@VERSION, not ${text}`);
  return { prompt: { id: text.slice(0, at), version } };
}

async function show(call: Call, ids: readonly string[]): Promise<void> {
  if (ids.length < 2) throw new UsageError('Name two runs or more');
  const { client, io, out, values } = call;
  const { evaluations } = client();
  const first = await evaluations.compare(ids, { limit: 100 }, { signal: io.signal });
  const cases = [...first.cases];
  for (let next = first.next; next !== null && (values.has('cases') || out.isJson); ) {
    const more = await evaluations.compare(ids, { limit: 100, after: next }, { signal: io.signal });
    cases.push(...more.cases);
    next = more.next;
  }
  if (out.isJson) return out.json({ ...first, cases, has_more: false, next: null });
  out.table([head, ...first.runs.map(rowOf)]);
  if (values.has('cases')) showCases(call, first.runs, cases);
}

async function showOne({ client, out, values }: Call, [run]: EvaluationRun[]): Promise<void> {
  if (!run) return;
  const results: EvaluationComparison['cases'] = [];
  if (out.isJson || values.has('cases')) {
    for await (const { case_id, position, name, ...result } of client().evaluations.results(run.id))
      results.push({ case_id, position, name, results: [result] });
  }
  if (out.isJson) return out.json({ runs: [run], cases: results });
  out.table([head, rowOf(run)]);
  if (values.has('cases')) showCases({ out }, [run], results);
}

const head = ['RUN', 'MODEL OR PROMPT', 'SCORE', 'PASSED', 'ERRORS', 'COST USD', 'MEDIAN', 'P95'];
const rowOf = (run: EvaluationRun): string[] => [
  run.id,
  run.status === 'completed' ? run.name : `${run.name} (${run.status})`,
  run.score === null ? '–' : run.score.toFixed(3),
  `${run.passed}/${run.cases}`,
  String(run.errors),
  (run.cost_usd + run.judge_cost_usd).toFixed(6),
  timeOf(run.p50_ms),
  timeOf(run.p95_ms),
];

const timeOf = (ms: number | null): string => (ms === null ? '–' : `${ms} ms`);

function showCases(
  { out }: Pick<Call, 'out'>,
  runs: readonly EvaluationRun[],
  cases: EvaluationComparison['cases'],
): void {
  for (const { position, name, results } of cases) {
    out.line();
    out.line(out.style('bold', `${position}. ${name}`));
    for (const [index, result] of results.entries()) {
      const mark = result === null ? '–' : result.passed === null ? '?' : result.passed ? '✓' : '✗';
      const said = result === null ? '' : result.output.replaceAll(/\s+/g, ' ').slice(0, shownReply);
      const reason = result?.checks.find(({ passed }) => passed === false)?.reason ?? '';
      out.line(`  ${mark} ${runs[index]?.name ?? ''}: ${said}${reason === '' ? '' : `  [${reason}]`}`);
    }
  }
}
