import type { JsonObject } from '@parley/contract';
import type {
  SheetAnswer,
  SheetAnswering,
  SheetCell,
  SheetColumn,
  SheetQuestion,
  SheetSource,
} from '@parley/documents';
import { AppError } from '../../../lib/app-error.ts';
import type { FileContent } from '../files/file-content.ts';
import type { FileRepository } from '../files/file-repository.ts';

/** A table of a file, as a query names it. */
export interface QueryTable {
  /** `t1`, `t2` and so on. */
  id: string;
  workspaceId: string;
  fileId: string;
  filename: string;
  sheet: string;
  /** Its place in the file. */
  number: number;
  columns: SheetColumn[];
  rowCount: number;
}

/** A question about tables, checked against its schema; names of columns are checked when it is run. */
export interface TableQuery {
  table: string;
  join?: { table: string; left: string; right: string };
  where?: NonNullable<SheetQuestion['where']>;
  group_by?: string[];
  aggregates?: NonNullable<SheetQuestion['aggregates']>;
  select?: string[];
  order_by?: { column: string; descending?: boolean }[];
  limit?: number;
}

export interface QueryRows {
  /** Rows or groups that fit, whatever the limit. */
  matched: number;
  rows: Record<string, SheetCell>[];
}

const mostTables = 12;
const mostRows = 50;

/** Runs queries over all rows of the tables of files, outside this process. */
export class SheetQueries {
  readonly #parts: { files: FileRepository; content: FileContent; answering: SheetAnswering };

  constructor(parts: { files: FileRepository; content: FileContent; answering: SheetAnswering }) {
    this.#parts = parts;
  }

  /** The tables of files, the first dozen. */
  async tables(workspaceId: string, fileIds: readonly string[]): Promise<QueryTable[]> {
    const rows = new Map((await this.#parts.files.find(workspaceId, [...fileIds])).map((row) => [row.id, row]));
    const tables: QueryTable[] = [];
    for (const fileId of fileIds) {
      const structure = await this.#parts.content.structure({ workspaceId, id: fileId });
      for (const [number, { name, columns, rowCount }] of (structure?.sheets ?? []).entries()) {
        if (tables.length >= mostTables) return tables;
        const filename = rows.get(fileId)?.filename ?? '';
        const id = `t${tables.length + 1}`;
        tables.push({ id, workspaceId, fileId, filename, sheet: name, number, columns, rowCount });
      }
    }
    return tables;
  }

  /** Throws `invalid_request` in words for whoever wrote the query. */
  async run(tables: readonly QueryTable[], query: TableQuery, signal: AbortSignal): Promise<QueryRows> {
    const table = named(tables, query.table);
    const { join } = query;
    if (!join) return await this.#withSheet(table, (sheet) => this.#answer(sheet, query, undefined, signal));
    const second = named(tables, join.table);
    return await this.#withSheet(table, (sheet) =>
      this.#withSheet(second, (other) =>
        this.#answer(sheet, query, { sheet: other, left: join.left, right: join.right }, signal),
      ),
    );
  }

  async #answer(
    sheet: SheetSource,
    query: TableQuery,
    join: SheetQuestion['join'],
    signal: AbortSignal,
  ): Promise<QueryRows> {
    const aggregates = query.aggregates ?? [];
    const groupBy = query.group_by ?? [];
    // Groups without a figure are counted.
    const isGrouped = aggregates.length > 0 || groupBy.length > 0;
    const question: SheetQuestion = {
      ...(query.where && { where: query.where }),
      ...(isGrouped && { aggregates: aggregates.length > 0 ? aggregates : [{ function: 'count' }] }),
      ...(groupBy.length > 0 && { groupBy }),
      ...(query.order_by && { orderBy: query.order_by }),
      ...(join && { join }),
      limit: Math.min(query.limit ?? mostRows, mostRows),
    };
    const answer = await this.#parts.answering.answer(sheet, question, signal);
    return isGrouped ? groupRows(answer, question) : plainRows(answer, query.select);
  }

  async #withSheet<Result>(table: QueryTable, use: (sheet: SheetSource) => Promise<Result>): Promise<Result> {
    const file = { workspaceId: table.workspaceId, id: table.fileId };
    const { sheet: name, columns, rowCount } = table;
    const found = await this.#parts.content.withSheet(file, table.number, async (path) => ({
      result: await use({ name, columns, rowCount, packed: { path } }),
    }));
    if (!found) throw refused(`The rows of ${table.id} are no longer there.`);
    return found.result;
  }
}

/** A query as it is shown with the answer. */
export function shownQuery({ table: _table, ...query }: TableQuery): JsonObject {
  return JSON.parse(JSON.stringify(query));
}

function named(tables: readonly QueryTable[], id: string): QueryTable {
  const table = tables.find((one) => one.id === id);
  if (!table) throw refused(`There is no table ${id}. The tables are ${tables.map((one) => one.id).join(', ')}.`);
  return table;
}

function groupRows(
  { groups, matched, groupCount }: SheetAnswer,
  { aggregates = [], groupBy = [] }: SheetQuestion,
): QueryRows {
  const rows = groups.map(({ key, values }) => ({
    ...key,
    ...Object.fromEntries(
      aggregates.map(({ function: name, column }, at) => [column ? `${name}(${column})` : name, values[at] ?? null]),
    ),
  }));
  return { matched: groupBy.length > 0 ? groupCount : matched, rows };
}

function plainRows({ rows, matched }: SheetAnswer, select: readonly string[] | undefined): QueryRows {
  if (!select || select.length === 0) return { matched, rows: rows.map(({ cells }) => cells) };
  const picked = rows.map(({ cells }) => {
    const names = new Map(Object.keys(cells).map((name) => [name.toLowerCase(), name]));
    return Object.fromEntries(
      select.map((wanted) => {
        const name = names.get(wanted.trim().toLowerCase());
        if (name === undefined)
          throw refused(`There is no column ${wanted}. The columns are ${[...names.values()].join(', ')}.`);
        return [name, cells[name] ?? null];
      }),
    );
  });
  return { matched, rows: picked };
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
