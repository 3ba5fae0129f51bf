import type { StoredTrees } from '@parley/text';

export interface TrainingOptions {
  rounds: number;
  depth: number;
  rate: number;
  /** Least sum of second derivatives in a leaf. */
  minWeight: number;
  lambda: number;
  featureShare: number;
  rowShare: number;
  seed: number;
}

/** Rows of features, and gradients of the loss at given scores. */
export interface TrainingData {
  rows: Float32Array[];
  /** Writes first and second derivatives of the loss for the present scores. */
  derive(scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void;
}

const binCount = 48;

interface Node {
  feature: number;
  value: number;
  left: number;
}

/** A small generator of numbers that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Gradient-boosted regression trees with histograms. */
export function trainTrees(data: TrainingData, options: TrainingOptions): StoredTrees {
  const { rows } = data;
  const width = rows[0]?.length ?? 0;
  const cuts = Array.from({ length: width }, (_, feature) => findCuts(rows, feature));
  const binned = Array.from({ length: width }, (_, feature) => binRows(rows, feature, cuts[feature] ?? []));
  const scores = new Float64Array(rows.length);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const random = randomFrom(options.seed);
  const nodes: Node[] = [];
  const roots: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    data.derive(scores, gradients, hessians);
    const features = Array.from({ length: width }, (_, i) => i).filter(() => random() < options.featureShare);
    const sample: number[] = [];
    for (let row = 0; row < rows.length; row++) if (random() < options.rowShare) sample.push(row);
    roots.push(nodes.length);
    growTree({ nodes, features, binned, cuts, gradients, hessians, options }, Int32Array.from(sample));
    const root = roots.at(-1) ?? 0;
    for (let row = 0; row < rows.length; row++)
      scores[row] = (scores[row] ?? 0) + leafValue(nodes, root, rows[row] ?? new Float32Array());
  }
  return store(nodes, roots);
}

interface Growth {
  nodes: Node[];
  features: number[];
  binned: Uint8Array[];
  cuts: number[][];
  gradients: Float64Array;
  hessians: Float64Array;
  options: TrainingOptions;
}

function growTree(growth: Growth, sample: Int32Array): void {
  growth.nodes.push({ feature: -1, value: 0, left: 0 });
  const open: { node: number; rows: Int32Array; depth: number }[] = [
    { node: growth.nodes.length - 1, rows: sample, depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, rows, depth } = next;
    const split = depth < growth.options.depth ? bestSplit(growth, rows) : undefined;
    if (!split) {
      growth.nodes[node] = { feature: -1, value: leafOf(growth, rows), left: 0 };
      continue;
    }
    const bins = growth.binned[split.feature] ?? new Uint8Array();
    const left = growth.nodes.length;
    growth.nodes[node] = { feature: split.feature, value: growth.cuts[split.feature]?.[split.bin] ?? 0, left };
    growth.nodes.push({ feature: -1, value: 0, left: 0 }, { feature: -1, value: 0, left: 0 });
    open.push({ node: left, rows: rows.filter((row) => (bins[row] ?? 0) <= split.bin), depth: depth + 1 });
    open.push({ node: left + 1, rows: rows.filter((row) => (bins[row] ?? 0) > split.bin), depth: depth + 1 });
  }
}

function bestSplit(growth: Growth, rows: Int32Array): { feature: number; bin: number } | undefined {
  const { gradients, hessians, options } = growth;
  let best: { feature: number; bin: number } | undefined;
  let bestGain = 1e-6;
  const sums = new Float64Array(binCount * 2);
  for (const feature of growth.features) {
    const bins = growth.binned[feature] ?? new Uint8Array();
    sums.fill(0);
    let totalGradient = 0;
    let totalHessian = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const at = (bins[row] ?? 0) * 2;
      const gradient = gradients[row] ?? 0;
      const hessian = hessians[row] ?? 0;
      sums[at] = (sums[at] ?? 0) + gradient;
      sums[at + 1] = (sums[at + 1] ?? 0) + hessian;
      totalGradient += gradient;
      totalHessian += hessian;
    }
    const whole = totalGradient ** 2 / (totalHessian + options.lambda);
    let gradient = 0;
    let hessian = 0;
    for (let bin = 0; bin < (growth.cuts[feature]?.length ?? 0); bin++) {
      gradient += sums[bin * 2] ?? 0;
      hessian += sums[bin * 2 + 1] ?? 0;
      const rest = totalHessian - hessian;
      if (hessian < options.minWeight || rest < options.minWeight) continue;
      const gain =
        gradient ** 2 / (hessian + options.lambda) + (totalGradient - gradient) ** 2 / (rest + options.lambda) - whole;
      if (gain > bestGain) [bestGain, best] = [gain, { feature, bin }];
    }
  }
  return best;
}

function leafOf({ gradients, hessians, options }: Growth, rows: Int32Array): number {
  let gradient = 0;
  let hessian = 0;
  for (const row of rows) {
    gradient += gradients[row] ?? 0;
    hessian += hessians[row] ?? 0;
  }
  return (-gradient / (hessian + options.lambda)) * options.rate;
}

function leafValue(nodes: Node[], root: number, row: Float32Array): number {
  let node = nodes[root];
  while (node && node.feature >= 0) node = nodes[(row[node.feature] ?? 0) <= node.value ? node.left : node.left + 1];
  return node?.value ?? 0;
}

function findCuts(rows: Float32Array[], feature: number): number[] {
  const step = Math.max(1, Math.floor(rows.length / 20_000));
  const values: number[] = [];
  for (let row = 0; row < rows.length; row += step) values.push(rows[row]?.[feature] ?? 0);
  values.sort((a, b) => a - b);
  const distinct = [...new Set(values)];
  if (distinct.length <= binCount)
    return distinct.slice(0, -1).map((value, i) => Math.fround((value + (distinct[i + 1] ?? value)) / 2));
  const cuts = Array.from({ length: binCount - 1 }, (_, i) =>
    Math.fround(values[Math.floor(((i + 1) * values.length) / binCount)] ?? 0),
  );
  return [...new Set(cuts)];
}

function binRows(rows: Float32Array[], feature: number, cuts: number[]): Uint8Array {
  return Uint8Array.from(rows, (row) => {
    const value = row[feature] ?? 0;
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value <= (cuts[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

function store(nodes: Node[], roots: number[]): StoredTrees {
  const text = (array: { buffer: ArrayBufferLike }): string => Buffer.from(array.buffer).toString('base64');
  return {
    trees: roots.length,
    roots: text(Int32Array.from(roots)),
    features: text(Int16Array.from(nodes, (node) => node.feature)),
    values: text(Float32Array.from(nodes, (node) => node.value)),
    lefts: text(Int32Array.from(nodes, (node) => node.left)),
  };
}
