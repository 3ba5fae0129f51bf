import { LRUCache } from 'lru-cache';
import type {
  SheetAggregate,
  SheetAnswering,
  SheetCell,
  SheetCondition,
  SheetData,
  SheetQuestion,
} from '../documents/sheet-data.ts';
import type { FileContent } from '../files/file-content.ts';
import type { LoadedFile } from './loaded-file.ts';
import { isNumeric, readSheetWish, type SheetWish } from './sheet-wish.ts';

const sheetsAsked = 4;
const measuresShown = 12;
const categoryColumns = 12;
/** A column with more different values than this is no category. */
const categoryValues = 300;
const groupsShown = 20;
const rowsShown = 15;
const baseFunctions: SheetAggregate['function'][] = ['sum', 'mean', 'min', 'max'];

/** What one question finds out about a sheet costs a pass over its rows; what no question changes is kept. */
interface SheetBasics {
  totals: string[];
  values: Map<string, string[]>;
}

/** Facts about spreadsheets, computed from all their rows, in sentences a model can use. */
export class SheetFacts {
  readonly #content: FileContent;
  readonly #answering: SheetAnswering;
  readonly #basics = new LRUCache<string, SheetBasics>({ max: 200 });

  constructor(parts: { content: FileContent; answering: SheetAnswering }) {
    this.#content = parts.content;
    this.#answering = parts.answering;
  }

  /** Columns and totals of each sheet, and what the question asks of them: filtered, grouped, matching rows. */
  async about(file: LoadedFile, question: string, signal: AbortSignal): Promise<string> {
    const parts: string[] = [];
    for (const [number, shape] of file.structure.sheets.slice(0, sheetsAsked).entries()) {
      const packed = await this.#content.sheet(file, number);
      if (!packed) continue;
      const sheet: SheetData = { ...shape, packed };
      const ask = (asked: SheetQuestion) => this.#answering.answer(sheet, asked, signal);
      const basics = await this.#basicsOf(`${file.id} ${number}`, sheet, ask);
      const wish = readSheetWish(question, sheet, basics.values);
      const lines = [describe(sheet), ...basics.totals, ...(await answersTo(wish, sheet, ask))];
      parts.push(lines.join('\n'));
    }
    return parts.join('\n\n');
  }

  async #basicsOf(key: string, sheet: SheetData, ask: Ask): Promise<SheetBasics> {
    const known = this.#basics.get(key);
    if (known) return known;
    const measures = sheet.columns.filter(isNumeric).slice(0, measuresShown);
    const totals: string[] = [];
    if (measures.length > 0) {
      const aggregates = measures.flatMap(({ name }) =>
        baseFunctions.map((each) => ({ function: each, column: name })),
      );
      const { groups } = await ask({ aggregates });
      totals.push(...sentences(aggregates, groups[0]?.values ?? [], 'Over all rows'));
    }
    const values = new Map<string, string[]>();
    const categories = sheet.columns.filter(({ type }) => type === 'text' || type === 'boolean' || type === 'mixed');
    for (const { name } of categories.slice(0, categoryColumns)) {
      const { groups, groupCount } = await ask({
        aggregates: [{ function: 'count' }],
        groupBy: [name],
        limit: categoryValues,
      }).catch(tooManyGroups);
      if (groupCount > categoryValues) continue;
      values.set(
        name,
        groups.flatMap(({ key: { [name]: value } }) => (value === null || value === undefined ? [] : [String(value)])),
      );
    }
    const basics = { totals, values };
    this.#basics.set(key, basics);
    return basics;
  }
}

type Ask = (question: SheetQuestion) => ReturnType<SheetAnswering['answer']>;

/** A column with hundreds of thousands of values is no category; the engine says so by refusing. */
function tooManyGroups(): Awaited<ReturnType<Ask>> {
  return { matched: 0, rows: [], groups: [], groupCount: Number.POSITIVE_INFINITY };
}

function describe(sheet: SheetData): string {
  const name = sheet.name === '' ? 'The table' : `Sheet "${sheet.name}"`;
  const columns = sheet.columns.map((column) => `${column.name} (${column.type})`).join(', ');
  return `${name} has ${sheet.rowCount} rows and ${sheet.columns.length} columns: ${columns}.`;
}

async function answersTo(wish: SheetWish, sheet: SheetData, ask: Ask): Promise<string[]> {
  const lines: string[] = [];
  const where = wish.conditions;
  const functions = wish.functions.length > 0 ? wish.functions.filter((each) => each !== 'count') : baseFunctions;
  const aggregates: SheetAggregate[] = [
    { function: 'count' },
    ...wish.measures.slice(0, measuresShown).flatMap((column) => functions.map((each) => ({ function: each, column }))),
  ];
  if (where.length > 0) {
    const { groups, matched } = await ask({ where, aggregates });
    const condition = phrase(where);
    lines.push(`${matched} rows have ${condition}.`);
    lines.push(...sentences(aggregates.slice(1), groups[0]?.values ?? [], `Where ${condition}`));
    if (matched > 0 && matched <= rowsShown * 2) lines.push(...(await rows({ where, limit: rowsShown }, ask)));
  } else if (wish.functions.some((each) => each === 'median' || each === 'distinct')) {
    const { groups } = await ask({ aggregates });
    lines.push(...sentences(aggregates.slice(1), groups[0]?.values ?? [], 'Over all rows'));
  }
  for (const column of wish.groups) lines.push(...(await grouped(column, wish, ask)));
  if (wish.functions.includes('min') || wish.functions.includes('max')) lines.push(...(await extremes(wish, ask)));
  if (wish.words.length > 0) {
    const { matched } = await ask({ where, search: wish.words, limit: 1 });
    if (matched > 0 && matched <= sheet.rowCount / 2) {
      lines.push(...(await rows({ where, search: wish.words, limit: rowsShown }, ask)));
    }
  }
  return lines;
}

/** The rows that hold the largest or smallest value of a named column. */
async function extremes(wish: SheetWish, ask: Ask): Promise<string[]> {
  const lines: string[] = [];
  if (!wish.isMeasureNamed) return lines;
  for (const column of wish.measures.slice(0, 2)) {
    for (const end of ['max', 'min'] as const) {
      if (!wish.functions.includes(end)) continue;
      const found = await rows(
        {
          where: [...wish.conditions, { column, operator: 'filled' }],
          orderBy: [{ column, descending: end === 'max' }],
          limit: 3,
        },
        ask,
      );
      lines.push(`Rows with the ${end === 'max' ? 'highest' : 'lowest'} ${column}:`, ...found.slice(1));
    }
  }
  return lines;
}

async function grouped(column: string, wish: SheetWish, ask: Ask): Promise<string[]> {
  const functions = wish.functions.filter((each) => each === 'sum' || each === 'mean' || each === 'median');
  const aggregates: SheetAggregate[] = [
    { function: 'count' },
    ...wish.measures.slice(0, 4).flatMap((measure) =>
      (functions.length > 0 ? functions : (['sum', 'mean'] as const)).map((each) => ({
        function: each,
        column: measure,
      })),
    ),
  ];
  const { groups, groupCount } = await ask({
    where: wish.conditions,
    aggregates,
    groupBy: [column],
    limit: categoryValues,
  });
  const by = wish.isMeasureNamed && aggregates.length > 1 ? 1 : 0;
  const sorted = [...groups].sort((a, b) => Number(b.values[by] ?? 0) - Number(a.values[by] ?? 0));
  const shown = sorted.length <= groupsShown ? sorted : [...sorted.slice(0, groupsShown - 5), ...sorted.slice(-5)];
  const lines = shown.map(({ key: { [column]: value }, values }) => {
    const parts = aggregates.map((aggregate, number) => `${label(aggregate)} ${show(values[number] ?? null)}`);
    return `- ${column} ${show(value ?? null)}: ${parts.join(', ')}`;
  });
  const more = groupCount > shown.length ? ` (${shown.length} of ${groupCount})` : '';
  return [`By ${column}${more}, highest first:`, ...lines];
}

async function rows(question: SheetQuestion, ask: Ask): Promise<string[]> {
  const { matched, rows: found } = await ask(question);
  if (found.length === 0) return [];
  const lines = found.map(({ number, cells }) => {
    const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
    return `- row ${number}: ${filled.map(([name, cell]) => `${name} = ${show(cell)}`).join(', ')}`;
  });
  return [`Matching rows (${found.length} of ${matched}):`, ...lines];
}

function sentences(aggregates: readonly SheetAggregate[], values: readonly SheetCell[], scope: string): string[] {
  return aggregates.flatMap((aggregate, number) => {
    const value = values[number];
    return value === null || value === undefined ? [] : [`${scope}, the ${label(aggregate)} is ${show(value)}.`];
  });
}

function label({ function: name, column }: SheetAggregate): string {
  const words = {
    count: 'count',
    distinct: 'number of different values',
    mean: 'mean',
    sum: 'sum',
    min: 'minimum',
    max: 'maximum',
    median: 'median',
  };
  return column === undefined ? words[name] : `${words[name]} of ${column}`;
}

const operatorWords: Record<SheetCondition['operator'], string> = {
  equals: '=',
  not_equals: '≠',
  contains: 'containing',
  starts_with: 'beginning with',
  less: '<',
  at_most: '≤',
  more: '>',
  at_least: '≥',
  empty: 'empty',
  filled: 'filled',
};

function phrase(conditions: readonly SheetCondition[]): string {
  return conditions
    .map(({ column, operator, value }) => `${column} ${operatorWords[operator]} ${show(value ?? null)}`)
    .join(' and ');
}

/** Numbers without the noise of binary fractions. */
function show(value: SheetCell): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  return value === null ? 'empty' : String(value);
}
