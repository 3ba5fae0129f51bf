import type {
  SheetAggregate,
  SheetAnswering,
  SheetCell,
  SheetCondition,
  SheetQuestion,
  SheetSource,
} from '@parley/documents';
import { hasCode } from '@parley/documents';
import { LRUCache } from 'lru-cache';
import type { DocumentFact } from '../../../ports/language-model.ts';
import type { FileContent } from '../files/file-content.ts';
import type { LoadedFile } from './loaded-file.ts';
import { isNumeric, readSheetRequest, type SheetRequest } from './sheet-request.ts';

const sheetsAsked = 4;
const measuresShown = 12;
const categoryColumns = 12;
/** A column with more different values than this is no category. */
const categoryValues = 300;
/** A longer text names no category, and no question says it. */
const categoryCharacters = 200;
/** So much of a cell says which row it is; whole it stands in the text. */
const cellCharacters = 2_000;
const groupsShown = 20;
const rowsShown = 15;
const baseFunctions: SheetAggregate['function'][] = ['sum', 'mean', 'min', 'max'];

/** What no question changes is kept; everything else costs a pass over the rows. */
interface SheetBasics {
  totals: Figure[];
  values: Map<string, string[]>;
}

interface Figure {
  aggregate: SheetAggregate;
  value: SheetCell;
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

  /** What the question asks of each sheet (filtered, grouped, extreme and matching rows), then columns and totals. */
  async about(file: LoadedFile, question: string, signal: AbortSignal): Promise<DocumentFact[]> {
    const facts: DocumentFact[] = [];
    for (const [number, shape] of file.structure.sheets.slice(0, sheetsAsked).entries()) {
      const found = await this.#content.withSheet(file, number, (path) =>
        this.#ofSheet(`${file.id} ${number}`, { ...shape, packed: { path } }, question, signal),
      );
      facts.push(...(found ?? []));
    }
    return facts.sort((a, b) => Number(b.isAsked) - Number(a.isAsked));
  }

  async #ofSheet(key: string, sheet: SheetSource, question: string, signal: AbortSignal): Promise<DocumentFact[]> {
    const ask = (asked: SheetQuestion) => this.#answering.answer(sheet, asked, signal);
    const basics = await this.#basicsOf(key, sheet, ask);
    const request = await readSheetRequest(question, sheet, basics.values);
    const found = [
      describe(sheet, request),
      ...totals(basics.totals, request),
      ...(await answersTo(request, sheet, ask)),
    ];
    // A word that names no column and no value was passed over: what was computed is background, not the answer.
    return request.words.length === 0 ? found : found.map((fact) => ({ ...fact, isAsked: false }));
  }

  async #basicsOf(key: string, sheet: SheetSource, ask: Ask): Promise<SheetBasics> {
    const known = this.#basics.get(key);
    if (known) return known;
    const measures = sheet.columns.filter(isNumeric).slice(0, measuresShown);
    const totals =
      measures.length === 0
        ? []
        : await figures(
            measures.flatMap(({ name }) => baseFunctions.map((each) => ({ function: each, column: name }))),
            [],
            ask,
          );
    const values = new Map<string, string[]>();
    const categories = sheet.columns.filter(({ type }) => type === 'text' || type === 'boolean' || type === 'mixed');
    for (const { name } of categories.slice(0, categoryColumns)) {
      const answer = await ask({
        aggregates: [{ function: 'count' }],
        groupBy: [name],
        limit: categoryValues,
      }).catch(nullForTooManyGroups);
      if (!answer) continue;
      const { groups, groupCount } = answer;
      if (groupCount > categoryValues) continue;
      values.set(
        name,
        groups.flatMap(({ key: { [name]: value } }) => {
          const text = value === null || value === undefined ? '' : String(value);
          return text === '' || text.length > categoryCharacters ? [] : [text];
        }),
      );
    }
    const basics = { totals, values };
    this.#basics.set(key, basics);
    return basics;
  }
}

type Ask = (question: SheetQuestion) => ReturnType<SheetAnswering['answer']>;

/** A column with hundreds of thousands of values is no category; the engine says so by refusing. All else is thrown on. */
function nullForTooManyGroups(error: unknown): null {
  const cause = error instanceof Error ? error.cause : undefined;
  if (hasCode(cause) && cause.code === 'too_many_groups') return null;
  throw error;
}

async function figures(aggregates: SheetAggregate[], where: SheetCondition[], ask: Ask): Promise<Figure[]> {
  const { groups } = await ask({ where, aggregates });
  return aggregates.flatMap((aggregate, number) => {
    const value = groups[0]?.values[number];
    return value === null || value === undefined ? [] : [{ aggregate, value }];
  });
}

function describe(sheet: SheetSource, request: SheetRequest): DocumentFact {
  const name = sheet.name === '' ? 'The table' : `Sheet "${sheet.name}"`;
  const columns = sheet.columns.map((column) => `${column.name} (${column.type})`).join(', ');
  const isCount = request.functions.includes('count') && !request.isMeasureNamed;
  return {
    text: `${name} has ${sheet.rowCount} rows and ${sheet.columns.length} columns: ${columns}.`,
    value: String(sheet.rowCount),
    isAsked: isCount && request.conditions.length === 0 && request.groups.length === 0,
  };
}

function totals(known: readonly Figure[], request: SheetRequest): DocumentFact[] {
  const isWhole = request.conditions.length === 0 && request.groups.length === 0;
  return known.map((figure) => fact(figure, 'Over all rows', isWhole && isRequested(figure, request)));
}

function isRequested({ aggregate }: Figure, request: SheetRequest): boolean {
  const { column, function: name } = aggregate;
  return (
    request.isMeasureNamed &&
    request.functions.includes(name) &&
    (column === undefined || request.measures.includes(column))
  );
}

function fact({ aggregate, value }: Figure, scope: string, isAsked: boolean): DocumentFact {
  return { text: `${scope}, the ${label(aggregate)} is ${show(value)}.`, value: show(value), isAsked };
}

async function answersTo(request: SheetRequest, sheet: SheetSource, ask: Ask): Promise<DocumentFact[]> {
  const facts: DocumentFact[] = [];
  const where = request.conditions;
  const aggregates = requestedAggregates(request);
  if (where.length > 0) facts.push(...(await filtered(request, aggregates, ask)));
  else if (request.functions.some((each) => each === 'median' || each === 'distinct')) {
    const found = await figures(aggregates, where, ask);
    facts.push(...found.map((figure) => fact(figure, 'Over all rows', isRequested(figure, request))));
  }
  for (const column of request.groups) facts.push(await grouped(column, request, ask));
  if (request.functions.includes('min') || request.functions.includes('max'))
    facts.push(...(await extremes(request, ask)));
  if (request.words.length > 0) {
    const { matched } = await ask({ where, search: request.words, limit: 1 });
    if (matched > 0 && matched <= sheet.rowCount / 2) {
      facts.push(...(await rows('Matching rows', { where, search: request.words, limit: rowsShown }, ask)));
    }
  }
  return facts;
}

function requestedAggregates(request: SheetRequest): SheetAggregate[] {
  const named = request.functions.filter((each) => each !== 'count');
  const functions = named.length > 0 ? named : baseFunctions;
  return request.measures
    .slice(0, measuresShown)
    .flatMap((column) => functions.map((each) => ({ function: each, column })));
}

/** What holds for the rows that the question names. */
async function filtered(request: SheetRequest, aggregates: SheetAggregate[], ask: Ask): Promise<DocumentFact[]> {
  const where = request.conditions;
  const { matched } = await ask({ where, aggregates: [{ function: 'count' }] });
  const condition = phrase(where);
  const isCount = request.functions.includes('count') && !request.isMeasureNamed && request.groups.length === 0;
  const facts: DocumentFact[] = [
    { text: `${matched} rows have ${condition}.`, value: String(matched), isAsked: isCount },
  ];
  if (matched === 0) return facts;
  const found = aggregates.length > 0 ? await figures(aggregates, where, ask) : [];
  const isAsked = request.groups.length === 0;
  facts.push(...found.map((figure) => fact(figure, `Where ${condition}`, isAsked && isRequested(figure, request))));
  if (matched <= rowsShown * 2) facts.push(...(await rows('Matching rows', { where, limit: rowsShown }, ask)));
  return facts;
}

/** The rows that hold the largest or smallest value of a named column. */
async function extremes(request: SheetRequest, ask: Ask): Promise<DocumentFact[]> {
  if (!request.isMeasureNamed) return [];
  const facts: DocumentFact[] = [];
  for (const column of request.measures.slice(0, 2)) {
    for (const end of ['max', 'min'] as const) {
      if (!request.functions.includes(end)) continue;
      const question: SheetQuestion = {
        where: [...request.conditions, { column, operator: 'filled' }],
        orderBy: [{ column, descending: end === 'max' }],
        limit: 3,
      };
      const title = `Rows with the ${end === 'max' ? 'highest' : 'lowest'} ${column}`;
      facts.push(...(await rows(title, question, ask)));
    }
  }
  return facts.map((each) => ({ ...each, isAsked: request.groups.length === 0 }));
}

async function grouped(column: string, request: SheetRequest, ask: Ask): Promise<DocumentFact> {
  const functions = request.functions.filter((each) => each === 'sum' || each === 'mean' || each === 'median');
  const aggregates: SheetAggregate[] = [
    { function: 'count' },
    ...request.measures.slice(0, 4).flatMap((measure) =>
      (functions.length > 0 ? functions : (['sum', 'mean'] as const)).map((each) => ({
        function: each,
        column: measure,
      })),
    ),
  ];
  const { groups, groupCount } = await ask({
    where: request.conditions,
    aggregates,
    groupBy: [column],
    limit: categoryValues,
  });
  const by = request.isMeasureNamed && aggregates.length > 1 ? 1 : 0;
  const sorted = [...groups].sort((a, b) => Number(b.values[by] ?? 0) - Number(a.values[by] ?? 0));
  const shown = sorted.length <= groupsShown ? sorted : [...sorted.slice(0, groupsShown - 5), ...sorted.slice(-5)];
  const lines = shown.map(({ key: { [column]: value }, values }) => {
    const parts = aggregates.map((aggregate, number) => `${label(aggregate)} ${show(values[number] ?? null)}`);
    return `- ${column} ${show(value ?? null)}: ${parts.join(', ')}`;
  });
  const more = groupCount > shown.length ? ` (${shown.length} of ${groupCount})` : '';
  return { text: `By ${column}${more}, highest first:\n${lines.join('\n')}`, isAsked: request.isGroupAsked };
}

async function rows(title: string, question: SheetQuestion, ask: Ask): Promise<DocumentFact[]> {
  const { matched, rows: found } = await ask(question);
  if (found.length === 0) return [];
  const lines = found.map(({ number, cells }) => {
    const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
    return `- row ${number}: ${filled.map(([name, cell]) => `${name} = ${show(cell)}`).join(', ')}`;
  });
  return [{ text: `${title} (${found.length} of ${matched}):\n${lines.join('\n')}`, isAsked: false }];
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
  const text = value === null ? 'empty' : String(value);
  return text.length > cellCharacters ? `${text.slice(0, cellCharacters)}…` : text;
}
