import { hash } from 'node:crypto';
import { newId } from '../../../lib/ids.ts';
import { inSpan } from '../../../lib/spans.ts';
import { type StepTrace, traced } from '../../../lib/traced.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Consumption } from '../../../ports/meter.ts';
import type { RunName, RunStepRepository, StoredStep } from './run-step-repository.ts';

export interface StepResult<Output> {
  output: Output;
  /** What the step used and costs; nothing for steps without a model. */
  consumption?: Consumption[];
}

/**
 * The finished steps of one run. A step runs once: its output is stored together with what it cost before anything
 * builds on it, and a run that is taken up again gets the stored output.
 */
export class RunSteps {
  readonly #repository: RunStepRepository;
  readonly #run: RunName;
  readonly #clock: Clock;
  readonly #trace: StepTrace | undefined;
  readonly #done: Map<string, StoredStep>;

  private constructor(parts: StepParts, done: StoredStep[]) {
    this.#repository = parts.repository;
    this.#run = parts.run;
    this.#clock = parts.clock;
    this.#trace = parts.trace;
    this.#done = new Map(done.map((step) => [step.step, step]));
  }

  static async open(parts: StepParts): Promise<RunSteps> {
    return new RunSteps(parts, await parts.repository.list(parts.run));
  }

  /** The step's output, from the store when it has run on the same input. */
  async once<Output>(name: string, input: unknown, work: () => Promise<StepResult<Output>>): Promise<Output> {
    const inputHash = hash('sha256', JSON.stringify(input));
    // Inputs come from stored outputs; a changed input under the same name (a new release, say) is another step.
    const step = `${name}#${inputHash.slice(0, 16)}`;
    const known = this.#done.get(step);
    if (known) return JSON.parse(known.output);
    // What stands behind the colon may be what somebody wrote.
    const kind = name.split(':', 1)[0] ?? name;
    const trace = isOwnRecord(kind) ? undefined : this.#trace;
    const { output, consumption = [] } = await inSpan(`step ${kind}`, {}, () => tracedStep(trace, kind, work));
    const made = { step, inputHash, output: JSON.stringify(output), consumption };
    const stored = await this.#repository.add(this.#run, made, this.#clock.now());
    this.#done.set(step, stored);
    return JSON.parse(stored.output);
  }

  /** Keeps what was used and belongs to no finished step: by a question that was never answered, say. */
  async addLoss(...consumption: Consumption[]): Promise<void> {
    if (consumption.length === 0) return;
    await this.once(`loss:${newId('use')}`, null, async () => ({ output: null, consumption }));
  }

  /** Notes that an attempt failed; how many have. */
  async addFailure(attempt: number): Promise<number> {
    await this.once(`failure:${attempt}`, null, async () => ({ output: null }));
    return [...this.#done.keys()].filter((name) => name.startsWith('failure:')).length;
  }

  /** All that the finished steps used. */
  get consumption(): Consumption[] {
    return [...this.#done.values()].flatMap((step) => step.consumption);
  }

  get spentUsd(): number {
    return this.consumption.reduce((sum, { costUsd }) => sum + costUsd, 0);
  }
}

/** What is noted of a run and no work. */
const isOwnRecord = (kind: string): boolean => kind === 'loss' || kind === 'failure';

/** Does work, and tells the record of the run how long it took. */
const tracedStep = <T>(trace: StepTrace | undefined, name: string, work: () => Promise<T>): Promise<T> =>
  trace ? traced(trace, { kind: 'run', name }, work) : work();

interface StepParts {
  repository: RunStepRepository;
  run: RunName;
  clock: Clock;
  /** Of the run's meter, to show its steps. */
  trace?: StepTrace;
}
