import {
  ColumnUpdateNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { DataKeys } from '../lib/data-keys.ts';
import { sealedColumnsOf } from './sealed-columns.ts';

/** Seals the texts of `sealed-columns.ts` on their way into the database, and opens them on their way out. */
export class SealingPlugin implements KyselyPlugin {
  readonly #keys: DataKeys;

  constructor(keys: DataKeys) {
    this.#keys = keys;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (InsertQueryNode.is(node)) return this.#insert(node);
    if (UpdateQueryNode.is(node)) return this.#update(node);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === 'string') row[name] = await this.#keys.openText(value);
      }
    }
    return result;
  }

  #insert(node: InsertQueryNode): InsertQueryNode {
    const sealed = sealedColumnsOf(nameOf(node.into));
    if (!sealed) return node;
    const places = (node.columns ?? []).map(({ column }) => sealed.has(column.name));
    const { values, onConflict } = node;
    return {
      ...node,
      ...(values && ValuesNode.is(values) && { values: this.#values(values, places) }),
      ...(onConflict?.updates && { onConflict: { ...onConflict, updates: this.#updates(onConflict.updates, sealed) } }),
    };
  }

  #values(node: ValuesNode, places: readonly boolean[]): ValuesNode {
    return {
      ...node,
      values: node.values.map((row) => {
        if (PrimitiveValueListNode.is(row)) {
          return { ...row, values: row.values.map((value, index) => (places[index] ? this.#seal(value) : value)) };
        }
        if (!ValueListNode.is(row)) return row;
        return { ...row, values: row.values.map((value, index) => (places[index] ? this.#sealNode(value) : value)) };
      }),
    };
  }

  #update(node: UpdateQueryNode): UpdateQueryNode {
    const sealed = node.table ? sealedColumnsOf(nameOf(node.table)) : undefined;
    if (!sealed || !node.updates) return node;
    return { ...node, updates: this.#updates(node.updates, sealed) };
  }

  #updates(updates: readonly ColumnUpdateNode[], sealed: ReadonlySet<string>): ColumnUpdateNode[] {
    return updates.map((update) => {
      const { column, value } = update;
      const name = column.kind === 'ColumnNode' && 'column' in column ? nameIn(column.column) : '';
      return sealed.has(name) ? ColumnUpdateNode.create(column, this.#sealNode(value)) : update;
    });
  }

  #sealNode(node: OperationNode): OperationNode {
    return ValueNode.is(node) ? ({ ...node, value: this.#seal(node.value) } as ValueNode) : node;
  }

  #seal(value: unknown): unknown {
    return typeof value === 'string' ? this.#keys.sealText(value) : value;
  }
}

const nameOf = (node: OperationNode | undefined): string =>
  node && TableNode.is(node) ? node.table.identifier.name : '';

const nameIn = (identifier: unknown): string =>
  typeof identifier === 'object' && identifier !== null && 'name' in identifier ? String(identifier.name) : '';
