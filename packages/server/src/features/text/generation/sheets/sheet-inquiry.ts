import type { JsonObject, SheetQueryShown } from '@parley/contract';
import { type CompiledSchema, compileSchema } from '@parley/json-schema';
import { isAppError } from '../../../../lib/app-error.ts';
import type { DocumentFact, PromptDocument, PromptMessage } from '../../../../ports/language-model.ts';
import type { QueryTable, SheetQueries, TableQuery } from '../../../knowledge/retrieval/sheet-queries.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import type { FittedModel, StructuredOutput } from '../structured/structured-output.ts';
import { querySchema } from './query-schema.ts';

export interface SheetInquiryParts {
  structured: StructuredOutput;
  prompts: PromptLibrary;
  sheets: SheetQueries;
  /** A query as it is shown. */
  shown(query: TableQuery): JsonObject;
  today(): string;
}

export interface Inquiry {
  workspaceId: string;
  documents: readonly PromptDocument[];
  query: string;
  /** Pays for what it is asked. */
  model: FittedModel;
  signal: AbortSignal;
}

export interface InquiryResult {
  /** By file. */
  facts: Map<string, DocumentFact[]>;
  queries: SheetQueryShown[];
}

/** Asked once, and once more when a query cannot be run. */
const mostRounds = 2;
/** A table of no more rows that is shown whole is read as it stands. */
const fewRows = 50;
const sampleRows = 3;
const mostTokens = 1500;
const longestMs = 60_000;
const longestQuestion = 4000;
const longestCell = 200;
const shownRows = 30;

type Attempt = SheetQueryShown & { query: JsonObject };

/**
 * Has a connected model ask what it needs to know of tables, and has code look it up in all their rows. A model that asks badly is told why
 * once; one that fails or asks nothing changes nothing: the answer is then made from what the documents show.
 */
export class SheetInquiry {
  readonly #parts: SheetInquiryParts;
  #schema: CompiledSchema | undefined;

  constructor(parts: SheetInquiryParts) {
    this.#parts = parts;
  }

  /** Null when no table is long enough to be asked. Throws only what the signal carries, and what budgets refuse. */
  async ask({ workspaceId, documents, query, model, signal }: Inquiry): Promise<InquiryResult | null> {
    const tables = await this.#tables(workspaceId, documents);
    if (tables.length === 0 || query.trim() === '') return null;
    const bound = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    const messages: PromptMessage[] = [userSays(await this.#introduction(tables, query, bound))];
    const done: Attempt[] = [];
    for (let round = 0; round < mostRounds; round++) {
      const queries = await this.#queries(messages, model, { signal, bound });
      const tried = await this.#run(tables, queries, bound);
      done.push(...tried);
      const failed = tried.filter(({ error }) => error !== undefined);
      if (failed.length === 0) break;
      messages.push(
        { role: 'assistant', parts: [{ type: 'text', text: JSON.stringify({ queries }) }] },
        userSays(
          `These could not be run. Give them again as they should be, and no others:\n${failed.map(complaint).join('\n')}`,
        ),
      );
    }
    return done.length === 0 ? null : { facts: factsOf(done), queries: done };
  }

  /** Those of documents that the model is not shown whole, or that are long. */
  async #tables(workspaceId: string, documents: readonly PromptDocument[]): Promise<QueryTable[]> {
    const cut = new Set(documents.flatMap(({ fileId, passages }) => (fileId !== null && passages ? [fileId] : [])));
    const fileIds = documents.flatMap(({ fileId }) => fileId ?? []);
    const tables = await this.#parts.sheets.tables(workspaceId, fileIds);
    const isLong = tables.some(({ fileId, rowCount }) => cut.has(fileId) || rowCount > fewRows);
    return isLong ? tables.filter(({ rowCount }) => rowCount > 0) : [];
  }

  async #introduction(tables: readonly QueryTable[], query: string, signal: AbortSignal): Promise<string> {
    const shown: string[] = [];
    for (const table of tables) {
      const { id, filename, sheet, rowCount, columns } = table;
      const { rows } = await this.#parts.sheets.run(tables, { table: id, limit: sampleRows }, signal);
      const names = columns.map(({ name, type }) => `${name} (${type})`).join(', ');
      const place = sheet === '' ? filename : `${filename}, sheet ${sheet}`;
      shown.push(`${id}: ${place}, ${rowCount} rows. Columns: ${names}.\n${rows.map(line).join('\n')}`);
    }
    return `Tables:\n\n${shown.join('\n\n')}\n\nQuestion: ${query.slice(0, longestQuestion)}`;
  }

  /** Empty when the model gives none that can be read. */
  async #queries(
    messages: PromptMessage[],
    model: FittedModel,
    { signal, bound }: { signal: AbortSignal; bound: AbortSignal },
  ): Promise<TableQuery[]> {
    const { structured, prompts, today } = this.#parts;
    this.#schema ??= compileSchema(querySchema);
    const prompt = { system: prompts.text('table-queries', { today: today() }), messages, maxTokens: mostTokens };
    try {
      for await (const event of structured.run({ model, prompt, schema: this.#schema, signal: bound })) {
        // The schema has checked what the compiler cannot see.
        if (event.type === 'object') return (event.value as unknown as { queries: TableQuery[] }).queries;
      }
      return [];
    } catch (error) {
      if (signal.aborted) throw error;
      const isOurs = isAppError(error) && (error.code === 'budget_exceeded' || error.code === 'rate_limit_exceeded');
      if (isOurs || !(isAppError(error) || bound.aborted)) throw error;
      return [];
    }
  }

  async #run(tables: readonly QueryTable[], queries: readonly TableQuery[], signal: AbortSignal): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (const query of queries) {
      const table = tables.find(({ id }) => id === query.table);
      const place = { file_id: table?.fileId ?? '', filename: table?.filename ?? '', sheet: table?.sheet ?? '' };
      const asked = { ...place, query: this.#parts.shown(query) };
      try {
        attempts.push({ ...asked, ...(await this.#parts.sheets.run(tables, query, signal)) });
      } catch (error) {
        if (!isAppError(error)) throw error;
        attempts.push({ ...asked, matched: 0, rows: [], error: error.message });
      }
    }
    return attempts;
  }
}

const userSays = (text: string): PromptMessage => ({ role: 'user', parts: [{ type: 'text', text }] });

const complaint = ({ query, error }: Attempt): string => `- ${JSON.stringify(query)}: ${error}`;

function line(row: Attempt['rows'][number]): string {
  const cells = Object.entries(row).map(
    ([name, cell]) => `${name} = ${cell === null ? 'empty' : String(cell).slice(0, longestCell)}`,
  );
  return `- ${cells.join(', ')}`;
}

function factsOf(attempts: readonly Attempt[]): Map<string, DocumentFact[]> {
  const facts = new Map<string, DocumentFact[]>();
  for (const { file_id, sheet, query, rows, matched, error } of attempts) {
    if (error !== undefined) continue;
    const where = sheet === '' ? 'all rows of the table' : `all rows of sheet "${sheet}"`;
    const shown = rows.slice(0, shownRows);
    const head = `Computed over ${where} by ${JSON.stringify(query)}: ${matched} fit${shown.length < matched ? `, the first ${shown.length} are` : ''}`;
    const text = shown.length === 0 ? `${head}.` : `${head}:\n${shown.map(line).join('\n')}`;
    facts.set(file_id, [...(facts.get(file_id) ?? []), { text, isAsked: true }]);
  }
  return facts;
}
