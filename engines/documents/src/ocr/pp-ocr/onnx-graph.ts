import {
  bytesField,
  bytesOf,
  decodeFields,
  encodeFields,
  type Field,
  floatField,
  numberField,
  textOf,
} from './protobuf.ts';

/** A float tensor that is part of a model. */
export interface ConstantTensor {
  dims: readonly number[];
  data: Float32Array;
}

/** One operation of a model. Tensors are named; an operation here has one output that matters. */
export interface GraphNode {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Encoded attributes, passed on as they are. */
  attributes: readonly Field[];
}

/** A model as a list of operations, in an order in which they can be carried out. */
export interface OnnxGraph {
  nodes: GraphNode[];
  /** Float tensors that are part of the model, by name. */
  constants: Map<string, ConstantTensor>;
  /** Everything else of the file, to be written back. */
  model: readonly Field[];
  graph: readonly Field[];
}

// Field numbers of the messages in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const inModel = { graph: 7 };
const inGraph = { node: 1, initializer: 5, input: 11 };
const inNode = { input: 1, output: 2, operator: 4, attribute: 5 };
const inAttribute = { name: 1, float: 2, tensor: 5, ints: 8, type: 20 };
const inTensor = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 };
const floatType = 1;

/** Reads an ONNX file. Throws `RangeError` when it is none. */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const model = decodeFields(file);
  const graph = decodeFields(bytesOf(model.find((field) => field.number === inModel.graph)));
  const constants = new Map<string, ConstantTensor>();
  const others: Field[] = [];
  const nodes: GraphNode[] = [];
  for (const field of graph) {
    const fields = field.number === inGraph.initializer || field.number === inGraph.node ? partsOf(field) : [];
    if (field.number === inGraph.node) nodes.push(toNode(fields));
    const tensor = field.number === inGraph.initializer ? toTensor(fields) : null;
    if (tensor) constants.set(textOf(find(fields, inTensor.name)), tensor);
    else if (field.number !== inGraph.node) others.push(field);
  }
  const kept = nodes.filter((node) => {
    if (node.operator !== 'Constant') return true;
    const tensor = toTensor(partsOf(find(partsOf(node.attributes[0]), inAttribute.tensor)));
    if (tensor) constants.set(node.outputs[0] ?? '', tensor);
    return tensor === null;
  });
  // Older files list their constants among the inputs too.
  const isConstant = (field: Field) => field.number === inGraph.input && constants.has(textOf(partsOf(field)[0]));
  return { nodes: kept, constants, model, graph: others.filter((field) => !isConstant(field)) };
}

/** Writes a graph as an ONNX file; constants that no operation uses are left out. */
export function writeOnnx({ nodes, constants, model, graph }: OnnxGraph): Uint8Array {
  const used = new Set(nodes.flatMap((node) => node.inputs));
  const fields: Field[] = [...graph];
  for (const node of nodes) fields.push(bytesField(inGraph.node, fromNode(node)));
  for (const [name, tensor] of constants) {
    if (used.has(name)) fields.push(bytesField(inGraph.initializer, fromTensor(name, tensor)));
  }
  const rest = model.filter((field) => field.number !== inModel.graph);
  return encodeFields([...rest, bytesField(inModel.graph, encodeFields(fields))]);
}

/** The whole numbers of an attribute such as `pads`; empty when the operation has none of that name. */
export function intsOf(node: GraphNode, name: string): number[] {
  const fields = node.attributes.map(partsOf).find((parts) => textOf(find(parts, inAttribute.name)) === name) ?? [];
  return fields.filter((field) => field.number === inAttribute.ints).flatMap(numbersOf);
}

/** An attribute that is one fraction. */
export function floatAttribute(name: string, value: number): Field {
  return bytesField(
    inNode.attribute,
    encodeFields([
      bytesField(inAttribute.name, name),
      floatField(inAttribute.float, value),
      numberField(inAttribute.type, 1),
    ]),
  );
}

function partsOf(field: Field | undefined): Field[] {
  return decodeFields(bytesOf(field));
}

function find(fields: readonly Field[], number: number): Field | undefined {
  return fields.find((field) => field.number === number);
}

function toNode(fields: readonly Field[]): GraphNode {
  const texts = (number: number) => fields.filter((field) => field.number === number).map(textOf);
  return {
    operator: textOf(find(fields, inNode.operator)),
    inputs: texts(inNode.input),
    outputs: texts(inNode.output),
    attributes: fields.filter((field) => field.number === inNode.attribute),
  };
}

function fromNode({ operator, inputs, outputs, attributes }: GraphNode): Uint8Array {
  return encodeFields([
    ...inputs.map((name) => bytesField(inNode.input, name)),
    ...outputs.map((name) => bytesField(inNode.output, name)),
    bytesField(inNode.operator, operator),
    ...attributes,
  ]);
}

/** Null for tensors that are not of floats. */
function toTensor(fields: readonly Field[]): ConstantTensor | null {
  if (find(fields, inTensor.type)?.value !== BigInt(floatType)) return null;
  const dims = fields.filter((field) => field.number === inTensor.dims).flatMap(numbersOf);
  // Copied: floats must begin at a multiple of four.
  const raw = find(fields, inTensor.raw);
  const floats = raw ? [raw] : fields.filter((field) => field.number === inTensor.floats);
  const bytes = Uint8Array.from(Buffer.concat(floats.map(bytesOf)));
  return { dims, data: new Float32Array(bytes.buffer) };
}

function fromTensor(name: string, { dims, data }: ConstantTensor): Uint8Array {
  return encodeFields([
    ...dims.map((size) => numberField(inTensor.dims, size)),
    numberField(inTensor.type, floatType),
    bytesField(inTensor.name, name),
    bytesField(inTensor.raw, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);
}

/** Numbers stand one by one or packed into one field. */
function numbersOf(field: Field): number[] {
  if (typeof field.value === 'bigint') return [Number(field.value)];
  const numbers: number[] = [];
  let value = 0;
  let weight = 1;
  for (const byte of field.value) {
    value += (byte & 0x7f) * weight;
    weight *= 128;
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
    weight = 1;
  }
  return numbers;
}
