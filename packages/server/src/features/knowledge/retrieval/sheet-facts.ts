import type {
  SheetAggregate,
  SheetAnswering,
  SheetCell,
  SheetColumn,
  SheetQuestion,
  SheetSource,
} from '@parley/documents';
import { lacksRows } from '@parley/documents';
import { guessLanguage, isStopTerm, wordTerms } from '@parley/text';
import { LRUCache } from 'lru-cache';
import type { DocumentFact } from '../../../ports/language-model.ts';
import type { EarlierTurn, SheetAsking, SheetQuestionInWords } from '../../../ports/sheet-asking.ts';
import type { FileContent } from '../files/file-content.ts';
import type { LoadedFile } from './loaded-file.ts';

const sheetsAsked = 4;
const measuresShown = 12;
const columnsNamed = 500;
/** So much of a cell says which row it is; whole it stands in the text. */
const cellCharacters = 2_000;
const rowsShown = 15;
const mostWords = 12;
const earlierRead = 4;
const longestQuestion = 2000;
const totalFunctions: SheetAggregate['function'][] = ['sum', 'mean', 'min', 'max'];

/** Facts about spreadsheets, computed from all their rows, in sentences a model can use. */
export class SheetFacts {
  readonly #content: FileContent;
  readonly #answering: SheetAnswering & SheetAsking;
  /** What no question changes is kept; everything else costs a pass over the rows. */
  readonly #totals = new LRUCache<string, DocumentFact[]>({ max: 200 });

  constructor(parts: { content: FileContent; answering: SheetAnswering & SheetAsking }) {
    this.#content = parts.content;
    this.#answering = parts.answering;
  }

  /**
   * What all rows of each sheet say to the question, then its columns, totals and the rows that hold words of the question. The embedded reader, which
   * reads the rows in the text by itself, is told what it asks of those that are not there.
   */
  async about(
    file: LoadedFile,
    question: string,
    {
      earlier = [],
      isEmbedded,
      signal,
    }: { earlier?: readonly EarlierTurn[]; isEmbedded: boolean; signal: AbortSignal },
  ): Promise<DocumentFact[]> {
    const facts: DocumentFact[] = [];
    const { sheets } = file.structure;
    if (isEmbedded && !lacksRows(file.text)) return [];
    for (const [number, shape] of sheets.slice(0, sheetsAsked).entries()) {
      const asked: SheetQuestionInWords = {
        question,
        earlier: earlier
          .slice(0, earlierRead)
          .map(({ role, text }) => ({ role, text: text.slice(0, longestQuestion) })),
        filename: file.filename,
        isOnly: sheets.length === 1,
        inParts: !isEmbedded,
        signal,
      };
      const found = await this.#content.withSheet(file, number, (path) =>
        isEmbedded
          ? this.#asked({ ...shape, packed: { path } }, asked)
          : this.#ofSheet(`${file.id} ${number}`, { ...shape, packed: { path } }, asked),
      );
      facts.push(...(found ?? []));
    }
    return facts.sort((a, b) => Number(b.isAsked) - Number(a.isAsked));
  }

  async #ofSheet(key: string, sheet: SheetSource, asked: SheetQuestionInWords): Promise<DocumentFact[]> {
    const ask = (question: SheetQuestion) => this.#answering.answer(sheet, question, asked.signal);
    const figures = await this.#asked(sheet, asked);
    return [
      ...figures,
      describe(sheet),
      ...(await this.#totalsOf(key, sheet, ask)),
      ...(figures.length > 0 ? [] : await matchingRows(asked.question, sheet, ask)),
    ];
  }

  async #asked(sheet: SheetSource, asked: SheetQuestionInWords): Promise<DocumentFact[]> {
    const figure = await this.#answering.ask(sheet, asked);
    return figure ? [{ ...figure, isAsked: true }] : [];
  }

  async #totalsOf(key: string, sheet: SheetSource, ask: Ask): Promise<DocumentFact[]> {
    const known = this.#totals.get(key);
    if (known) return known;
    const measures = sheet.columns.filter(isNumeric).slice(0, measuresShown);
    const aggregates = measures.flatMap(({ name }) => totalFunctions.map((each) => ({ function: each, column: name })));
    const { groups } = aggregates.length === 0 ? { groups: [] } : await ask({ aggregates });
    const totals = aggregates.flatMap((aggregate, number): DocumentFact[] => {
      const value = groups[0]?.values[number] ?? null;
      const text = `Over all rows, the ${label(aggregate)} is ${show(value)}.`;
      return value === null ? [] : [{ text, value: show(value), isAsked: false }];
    });
    this.#totals.set(key, totals);
    return totals;
  }
}

type Ask = (question: SheetQuestion) => ReturnType<SheetAnswering['answer']>;

const isNumeric = ({ type }: SheetColumn): boolean => type === 'integer' || type === 'number';

function describe(sheet: SheetSource): DocumentFact {
  const name = sheet.name === '' ? 'The table' : `Sheet "${sheet.name}"`;
  const named = sheet.columns.slice(0, columnsNamed).map((column) => `${column.name} (${column.type})`);
  const more = sheet.columns.length - named.length;
  const columns = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const text = `${name} has ${sheet.rowCount} rows and ${sheet.columns.length} columns: ${columns}.`;
  return { text, value: String(sheet.rowCount), isAsked: false };
}

/** Rows that hold a name, a number or another rare word of the question: the text may hold the first rows only. */
async function matchingRows(question: string, sheet: SheetSource, ask: Ask): Promise<DocumentFact[]> {
  const search = searchWords(question.slice(0, longestQuestion));
  if (search.length === 0) return [];
  const { matched, rows } = await ask({ search, limit: rowsShown });
  if (rows.length === 0 || matched > sheet.rowCount / 2) return [];
  const lines = rows.map(({ number, cells }) => {
    const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
    return `- row ${number}: ${filled.map(([name, cell]) => `${name} = ${show(cell)}`).join(', ')}`;
  });
  return [{ text: `Matching rows (${rows.length} of ${matched}):\n${lines.join('\n')}`, isAsked: false }];
}

function searchWords(question: string): string[] {
  const language = guessLanguage(question) ?? 'en';
  const words = [...wordTerms(question.toLowerCase())].map(({ term }) => term);
  return [...new Set(words.filter((term) => term.length > 1 && !isStopTerm(term, language)))].slice(0, mostWords);
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

/** Numbers without the noise of binary fractions. */
function show(value: SheetCell): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  const text = value === null ? 'empty' : String(value);
  return text.length > cellCharacters ? `${text.slice(0, cellCharacters)}…` : text;
}
