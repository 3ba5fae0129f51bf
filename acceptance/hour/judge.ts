import type { Sample } from './sample.ts';

/** Of the load that is looked at: what a start and the first calls take is no leak. */
const lookedAtShare = 2 / 3;
const mostGrowth = 0.1;
const mostHealthMs = 50;

export interface Rest {
  handles: number;
  files: number;
  processes: number;
  /** How many files of each kind are open. */
  open: ReadonlyMap<string, number>;
}

export interface Verdict {
  /** Growth of memory over the last two thirds, as a share: of the process, of it with those that it has started, of the heap. */
  growth: { own: number; tree: number; heap: number };
  healthP99: number;
  healthLost: number;
  loopP99: number;
  /** What was open after the load and a rest, and not before it. */
  leaked: Omit<Rest, 'open'>;
  problems: string[];
}

/**
 * Whether a service is after hours what it was: memory flat within a tenth over the last two thirds, `/healthz` within 50 ms at the
 * 99th percentile, nothing open at rest that was not open at rest before. On a busy machine how long things take says nothing of the service.
 */
export function judge(samples: Sample[], rests: { before: Rest; after: Rest }, isMachineBusy: boolean): Verdict {
  const end = samples.at(-1)?.at ?? 0;
  const looked = samples.filter(({ at }) => at >= end - end * lookedAtShare);
  const growth = {
    own: growthOf(looked.map(({ ownMb }) => ownMb)),
    tree: growthOf(looked.map(({ treeMb }) => treeMb)),
    heap: growthOf(looked.map(({ heapMb }) => heapMb)),
  };
  const answers = samples.flatMap(({ health }) => health);
  const healthP99 = percentile(
    answers.filter((ms) => ms >= 0),
    0.99,
  );
  const healthLost = answers.filter((ms) => ms < 0).length;
  const loopP99 = percentile(
    samples.map(({ loopMs }) => loopMs),
    0.99,
  );
  const { before, after } = rests;
  const leaked = {
    handles: Math.max(0, after.handles - before.handles),
    files: Math.max(0, after.files - before.files),
    processes: Math.max(0, after.processes - before.processes),
  };
  const more = [...after.open].flatMap(([name, count]) => {
    const added = count - (before.open.get(name) ?? 0);
    return added > 0 ? [`${name} +${added}`] : [];
  });
  const inWords = (share: number) => `${(share * 100).toFixed(1)} %`;
  const problems = [
    ...(looked.length < 12 ? [`only ${looked.length} samples`] : []),
    ...(['own', 'tree'] as const)
      .filter((name) => growth[name] > mostGrowth)
      .map((name) => `memory (${name}) grew by ${inWords(growth[name])} over the last two thirds`),
    ...(healthLost > 0 ? [`/healthz did not answer ${healthLost} times`] : []),
    ...(!isMachineBusy && healthP99 > mostHealthMs ? [`/healthz took ${healthP99.toFixed(0)} ms at p99`] : []),
    ...Object.entries(leaked)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name} stayed open${name === 'files' ? `: ${more.join(', ')}` : ''}`),
  ];
  return { growth, healthP99, healthLost, loopP99, leaked, problems };
}

/** From the first third of the values to the last, by their medians: a moment's peak is none. */
function growthOf(values: number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3));
  const [first, last] = [percentile(values.slice(0, third), 0.5), percentile(values.slice(-third), 0.5)];
  return (last - first) / first;
}

export const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
