import { type ConstantTensor, floatAttribute, type GraphNode, intsOf, type OnnxGraph } from './onnx-graph.ts';

/** A value as `scale` times a tensor plus `shift`. */
interface Affine {
  scale: number;
  shift: number;
}

/** A shift this small before a padded convolution changes nothing that can be seen; without it an operation is saved. */
const negligibleShift = 2e-4;

/**
 * Carries out ahead of time what the PP-OCRv4 models do after each convolution: a scale, a shift, hard swish written as
 * four operations (x * clip(x + 3, 0, 6) / 6), another scale and shift. Scales and shifts go into the weights of the
 * convolutions around them; hard swish becomes x * HardSigmoid(x). Results are the same but for rounding; eight passes
 * over the data become two or three.
 */
export function fuseActivations(graph: OnnxGraph): OnnxGraph {
  const fusion = new Fusion(graph);
  return { ...graph, nodes: fusion.nodes, constants: fusion.constants };
}

class Fusion {
  readonly nodes: GraphNode[] = [];
  readonly constants: Map<string, ConstantTensor>;
  readonly #consumers = new Map<string, GraphNode[]>();
  readonly #replaced = new Set<GraphNode>();
  /** Tensors whose shift has not been added yet: the convolutions that read them do so in their bias. */
  readonly #shifts = new Map<string, number>();
  #count = 0;

  constructor({ nodes, constants }: OnnxGraph) {
    this.constants = new Map(constants);
    for (const node of nodes) {
      for (const input of node.inputs) this.#consumers.set(input, [...this.#consumersOf(input), node]);
    }
    for (const node of nodes) {
      if (this.#replaced.has(node)) continue;
      if (node.operator === 'Conv') this.#fuse(node);
      else this.nodes.push(node);
    }
  }

  #fuse(node: GraphNode): void {
    const weights = this.constants.get(node.inputs[1] ?? '');
    const [filters, perFilter] = sizesOf(weights);
    const bias = this.constants.get(node.inputs[2] ?? '')?.data ?? new Float32Array(filters);
    if (!weights || bias.length !== filters) {
      this.nodes.push(node);
      return;
    }
    const before = this.#followAffine(node.outputs[0] ?? '');
    const activation = this.#followHardSwish(before.tensor);
    const after = activation ? this.#followAffine(activation) : null;
    const outer = after?.affine ?? { scale: 1, shift: 0 };
    const inherited = this.#shifts.get(node.inputs[0] ?? '') ?? 0;
    const scale = before.affine.scale * outer.scale;
    const scaled = weights.data.map((value) => value * scale);
    const shifted = bias.map((value, filter) => {
      const sum = inherited && weights.data.subarray(filter * perFilter, (filter + 1) * perFilter).reduce(add, 0);
      return (value + sum * inherited) * scale + before.affine.shift * outer.scale;
    });
    const id = ++this.#count;
    const inputs = [
      node.inputs[0] ?? '',
      this.#constant(`fused.${id}.weights`, { dims: weights.dims, data: scaled }),
      this.#constant(`fused.${id}.bias`, { dims: [filters], data: shifted }),
    ];
    if (!after) {
      this.nodes.push({ ...node, inputs, outputs: [before.tensor] });
      return;
    }
    const plain = `fused.${id}.plain`;
    this.nodes.push({ ...node, inputs, outputs: [plain] });
    this.#pushHardSwish(plain, after.tensor, outer, id);
  }

  /** `target` = hard swish of `plain` over `outer.scale`, times `outer.scale`, plus `outer.shift`. */
  #pushHardSwish(plain: string, target: string, outer: Affine, id: number): void {
    const gate = `fused.${id}.gate`;
    const attributes = [floatAttribute('alpha', 1 / (6 * outer.scale)), floatAttribute('beta', 0.5)];
    this.nodes.push({ operator: 'HardSigmoid', inputs: [plain], outputs: [gate], attributes });
    const consumers = this.#consumersOf(target);
    const areConvolutions = consumers.length > 0 && consumers.every((consumer) => consumer.operator === 'Conv');
    const canTakeShift =
      areConvolutions && consumers.every((consumer) => intsOf(consumer, 'pads').every((pad) => pad === 0));
    if (canTakeShift) this.#shifts.set(target, outer.shift);
    const isNegligible = areConvolutions && Math.abs(outer.shift) < negligibleShift;
    if (canTakeShift || isNegligible || outer.shift === 0) {
      this.nodes.push({ operator: 'Mul', inputs: [plain, gate], outputs: [target], attributes: [] });
      return;
    }
    const product = `fused.${id}.product`;
    this.nodes.push({ operator: 'Mul', inputs: [plain, gate], outputs: [product], attributes: [] });
    const shift = this.#constant(`fused.${id}.shift`, { dims: [1], data: Float32Array.of(outer.shift) });
    this.nodes.push({ operator: 'Add', inputs: [product, shift], outputs: [target], attributes: [] });
  }

  /** Follows multiplications with and additions of single numbers from a tensor that nothing else reads. */
  #followAffine(tensor: string): { tensor: string; affine: Affine } {
    let current = tensor;
    const affine = { scale: 1, shift: 0 };
    for (;;) {
      const [next, ...others] = this.#consumersOf(current);
      const number = next && others.length === 0 ? this.#numberOf(next) : null;
      if (!next || number === null) return { tensor: current, affine };
      if (next.operator === 'Mul') {
        affine.scale *= number;
        affine.shift *= number;
      } else if (next.operator === 'Add') {
        affine.shift += number;
      } else {
        return { tensor: current, affine };
      }
      this.#replaced.add(next);
      current = next.outputs[0] ?? '';
    }
  }

  /** The tensor that holds the hard swish of `tensor`, or null when something else is done with it. */
  #followHardSwish(tensor: string): string | null {
    const add = this.#consumersOf(tensor).find((node) => node.operator === 'Add' && this.#numberOf(node) === 3);
    const clip = this.#onlyConsumer(add, 'Clip');
    const multiply = this.#onlyConsumer(clip, 'Mul');
    const divide = this.#onlyConsumer(multiply, 'Div');
    if (!add || !clip || !multiply || !divide || this.#numberOf(divide) !== 6) return null;
    if (this.#consumersOf(tensor).some((node) => node !== add && node !== multiply)) return null;
    for (const node of [add, clip, multiply, divide]) this.#replaced.add(node);
    return divide.outputs[0] ?? null;
  }

  #onlyConsumer(node: GraphNode | undefined, operator: string): GraphNode | undefined {
    const consumers = this.#consumersOf(node?.outputs[0] ?? '');
    return consumers.length === 1 && consumers[0]?.operator === operator ? consumers[0] : undefined;
  }

  #consumersOf(tensor: string): GraphNode[] {
    return this.#consumers.get(tensor) ?? [];
  }

  /** The single number that an operation combines its other input with, or null. */
  #numberOf(node: GraphNode): number | null {
    const numbers = node.inputs.flatMap((input) => {
      const constant = this.constants.get(input);
      return constant?.data.length === 1 ? [constant.data[0] ?? 0] : [];
    });
    return numbers.length === 1 && node.inputs.length === 2 ? (numbers[0] ?? null) : null;
  }

  #constant(name: string, tensor: ConstantTensor): string {
    this.constants.set(name, tensor);
    return name;
  }
}

function sizesOf(weights: ConstantTensor | undefined): [filters: number, perFilter: number] {
  const [filters = 0, ...rest] = weights?.dims ?? [];
  return [filters, rest.reduce((product, size) => product * size, 1)];
}

function add(sum: number, value: number): number {
  return sum + value;
}
