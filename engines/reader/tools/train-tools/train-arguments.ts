import type { Features } from '../../src/tools/features.ts';
import { weigh } from '../../src/tools/fill-arguments.ts';
import { type RequestSetting, readRequest } from '../../src/tools/find-mentions.ts';
import { viewTool } from '../../src/tools/tool-view.ts';
import { type Example, isSame } from './examples.ts';

/** One decision: the candidates of a parameter, and which of them are right. */
export interface Decision {
  candidates: Features[];
  right: boolean[];
}

const learningRate = 0.1;
const decay = 5e-3;

/** The decisions behind the accepted calls. Parameters that no candidate fits teach nothing and are left out. */
export function decisionsOf(examples: Example[], setting: RequestSetting): Decision[] {
  return examples.flatMap((example) => {
    const request = readRequest(example.text, setting);
    const names = new Set(example.calls.map((call) => call.name));
    return [...names].flatMap((name) => {
      const tool = example.tools.find((other) => other.name === name);
      const calls = example.calls.filter((call) => call.name === name);
      if (!tool) return [];
      const view = viewTool(tool);
      return view.parameters.flatMap((parameter) => {
        const accepted = calls.flatMap((call) => call.accepted.get(parameter.name) ?? ['']);
        const weighed = weigh(parameter, request, view);
        const right = weighed.map(({ candidate }) =>
          candidate === null ? false : accepted.some((value) => value !== '' && isSame(candidate.value, value)),
        );
        if (accepted.includes('')) right[0] = true;
        // What is said outright is to be taken, also where leaving it out would pass.
        const isStated = right.some(
          (isRight, index) => isRight && index > 0 && weighed[index]?.candidate?.how !== 'false',
        );
        if (isStated && right[0] && parameter.type !== 'boolean') right[0] = true;
        return right.includes(true) ? [{ candidates: weighed.map((item) => item.features), right }] : [];
      });
    });
  });
}

/** Softmax regression over the candidates of each decision, by AdaGrad over a seeded shuffle. */
export function train(decisions: Decision[], epochs: number, seed: number): Map<string, number> {
  const weights = new Map<string, number>();
  const squares = new Map<string, number>();
  const random = generator(seed);
  const order = decisions.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    for (const index of order) {
      const decision = decisions[index];
      if (decision) step(decision, weights, squares);
    }
  }
  return weights;
}

function step({ candidates, right }: Decision, weights: Map<string, number>, squares: Map<string, number>): void {
  const scores = candidates.map((features) => score(features, weights));
  const top = Math.max(...scores);
  const exponents = scores.map((value) => Math.exp(value - top));
  const total = exponents.reduce((sum, value) => sum + value, 0);
  const rightTotal = exponents.reduce((sum, value, index) => sum + (right[index] ? value : 0), 0);
  const gradient = new Map<string, number>();
  for (const [index, features] of candidates.entries()) {
    const exponent = exponents[index] ?? 0;
    const push = (right[index] ? exponent / (rightTotal + 1e-300) : 0) - exponent / total;
    if (Math.abs(push) < 1e-5) continue;
    for (const [name, value] of features) gradient.set(name, (gradient.get(name) ?? 0) + push * value);
  }
  for (const [name, value] of gradient) {
    const before = weights.get(name) ?? 0;
    const slope = value - decay * before;
    const square = (squares.get(name) ?? 0) + slope * slope;
    squares.set(name, square);
    weights.set(name, before + (learningRate * slope) / Math.sqrt(square + 1e-8));
  }
}

function score(features: Features, weights: Map<string, number>): number {
  let sum = 0;
  for (const [name, value] of features) sum += value * (weights.get(name) ?? 0);
  return sum;
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
