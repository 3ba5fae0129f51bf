import type { JsonObject, JsonValue } from '../json-value.ts';

/** Bits of `ShapeNode.types`. */
export const shapeType = { null: 1, boolean: 2, integer: 4, number: 8, string: 16, object: 32, array: 64 } as const;

const mapKeysAt = 20_000;
const propertiesShown = 1000;

/** What was seen at one place of a document: which types, which keys, which items. */
export class ShapeNode {
  types = 0;
  /** Objects seen here. */
  objects = 0;
  /** Objects of the parent that had this key. */
  present = 0;
  /** Number of the last object that had this key, to tell a repeated key. */
  lastObject = -1;
  properties: Map<string, ShapeNode> | null = null;
  items: ShapeNode | null = null;
  /** Set when there are so many keys that they are data rather than names: all values then share this node. */
  values: ShapeNode | null = null;

  property(key: string): ShapeNode {
    if (this.values) return this.values;
    this.properties ??= new Map();
    let node = this.properties.get(key);
    if (!node) {
      node = new ShapeNode();
      this.properties.set(key, node);
    }
    return node;
  }

  /** Called at the end of an object below the top level: names that never repeat from object to object are data. */
  foldKeys(): void {
    if (!this.properties || this.properties.size < mapKeysAt) return;
    const values = new ShapeNode();
    for (const node of this.properties.values()) values.merge(node);
    this.values = values;
    this.properties = null;
  }

  item(): ShapeNode {
    this.items ??= new ShapeNode();
    return this.items;
  }

  merge(other: ShapeNode): void {
    this.types |= other.types;
    this.objects += other.objects;
    if (other.items) this.item().merge(other.items);
    if (other.values) this.property('').merge(other.values);
    for (const [key, node] of other.properties ?? []) {
      const own = this.property(key);
      own.merge(node);
      own.present += node.present;
    }
  }
}

const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'object', 'array'] as const;

/** The JSON Schema (2020-12) that what was seen satisfies. Nothing deeper than `depthLeft` is described. */
export function toJsonSchema(node: ShapeNode, depthLeft = 48): JsonObject {
  const names: string[] = typeNames.filter((name) => (node.types & shapeType[name]) !== 0);
  const types = names.includes('number') ? names.filter((name) => name !== 'integer') : names;
  const schema: [string, JsonValue][] = [];
  if (types.length === 1 && types[0] !== undefined) schema.push(['type', types[0]]);
  else if (types.length > 1) schema.push(['type', types]);
  if (depthLeft > 0 && node.properties) {
    const shown = [...node.properties].slice(0, propertiesShown);
    schema.push(['properties', fromEntries(shown.map(([key, child]) => [key, toJsonSchema(child, depthLeft - 1)]))]);
    const required = shown.filter(([, child]) => child.present === node.objects).map(([key]) => key);
    if (required.length > 0) schema.push(['required', required]);
  }
  if (depthLeft > 0 && node.values) schema.push(['additionalProperties', toJsonSchema(node.values, depthLeft - 1)]);
  if (depthLeft > 0 && node.items) schema.push(['items', toJsonSchema(node.items, depthLeft - 1)]);
  return fromEntries(schema);
}

/** Unlike assignment, this makes a key named `__proto__` an ordinary one. */
function fromEntries(entries: [string, JsonValue][]): JsonObject {
  return Object.fromEntries(entries);
}
