import {
  type KnownLanguage,
  knownLanguages,
  type LanguageTotals,
  rankSettings,
  segmentOf,
  type WholeIndex,
  type WordSegment,
} from '@parley/text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open-database.ts';
import type {
  IndexPassage,
  IndexQuestion,
  IndexScope,
  NearPassage,
  SegmentPlace,
  WeighedWord,
} from '../../ports/passage-index.ts';
import { collectionPrefix, fromLexemes, hashOf, wordOf } from './passage-lexemes.ts';

/**
 * So many passages are looked at, those with the rarest of the asked words first: a word that stands in a third of all passages puts
 * them in order and finds none by itself.
 */
const mostLookedAt = 20_000;
const mostWords = 48;
/** As of the body's words, a heading's being 1: `ts_rank` takes nothing above that. The ranking's own formula follows later. */
const rankWeights = '{0.33,0.33,1,1}';

interface PassageRow {
  id: number;
  file_id: string;
  place: number;
  language: string;
  starts_at: number;
  ends_at: number;
  heading_words: number;
  terms: string;
}

const columns = sql.raw('id, file_id, place, language, starts_at, ends_at, heading_words, terms::text as terms');

export async function readSegment(db: Db, { id, workspaceId }: SegmentPlace): Promise<WordSegment | null> {
  const { rows: segments } = await sql`
    select from passage_segments where segment_id = ${id} and workspace_id = ${workspaceId}`.execute(db);
  if (segments.length === 0) return null;
  const { rows } = await sql<PassageRow>`
    select ${columns} from passages where segment_id = ${id} and workspace_id = ${workspaceId} order by number`.execute(
    db,
  );
  return segmentOf(rows.map(toPassage));
}

export async function countedWords(db: Db, { collections }: IndexScope): Promise<WholeIndex> {
  const { rows } = await sql<Omit<LanguageTotals, 'language'> & { language: string }>`
    select language, cast(sum(passages) as bigint) as passages, cast(sum(heading_words) as bigint) as "headingWords",
      cast(sum(body_words) as bigint) as "bodyWords"
    from passage_totals where collection_id = any(${[...collections]}::text[]) and passages > 0
    group by language order by language`.execute(db);
  const frequencies = new Map<number, number>();
  return {
    languages: rows.map((row) => ({ ...row, language: languageOf(row.language) })),
    frequencies,
    async count(hashes) {
      const asked = hashes.filter((hash) => !frequencies.has(hash));
      if (asked.length === 0) return;
      const counted = await sql<{ word: string; passages: number }>`
        select word, cast(sum(passages) as bigint) as passages from passage_words
        where collection_id = any(${[...collections]}::text[]) and word = any(${asked.map(wordOf)}::text[])
        group by word`.execute(db);
      for (const hash of asked) frequencies.set(hash, 0);
      for (const { word, passages } of counted.rows) frequencies.set(hashOf(word), passages);
    },
  };
}

/** The passages that answer best by their words, and those that are near, each file's in the order of its text. */
export async function findPassages(
  db: Db,
  question: IndexQuestion,
  near: readonly NearPassage[],
): Promise<IndexPassage[]> {
  const found = new Map<number, PassageRow>();
  const searched = within(question);
  for (const row of await byWords(db, question)) found.set(row.id, row);
  const missing = near.map(({ id }) => Number(id)).filter((id) => !found.has(id));
  if (missing.length > 0) {
    const { rows } = await sql<PassageRow>`
      select ${columns} from passages where id = any(${missing}::bigint[]) and ${searched}`.execute(db);
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()]
    .sort((a, b) => (a.file_id === b.file_id ? a.place - b.place : a.file_id < b.file_id ? -1 : 1))
    .map((row) => ({ ...toPassage(row), id: String(row.id), place: row.place }));
}

/** Passages with the rarest of the asked words, in an order that is near that of the ranking. */
async function byWords(db: Db, question: IndexQuestion): Promise<PassageRow[]> {
  const { scope, limit } = question;
  const asked = question.words.filter(({ passages }) => passages > 0).sort((a, b) => a.passages - b.passages);
  const words = asked.slice(0, mostWords);
  if (words.length === 0) return [];
  const prefixes = scope.collections.map(collectionPrefix);
  const lexemes = words.map(({ hashes }) => prefixes.flatMap((prefix) => hashes.map((hash) => prefix + wordOf(hash))));
  const rows = new Map<number, PassageRow>();
  for (const query of queriesOf(words, lexemes)) {
    if (rows.size >= limit) break;
    for (const row of await ranked(db, question, { words, lexemes, query })) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/** Of words from the rarest on: any of the rare ones; then, for when these find too little, the next with any other, and alone. */
function queriesOf(words: readonly WeighedWord[], lexemes: readonly string[][]): string[] {
  let passages = 0;
  let rare = 0;
  for (const word of words) {
    passages += word.passages;
    if (passages > mostLookedAt) break;
    rare++;
  }
  const [next, ...others] = lexemes.slice(rare);
  const queries = rare === 0 ? [] : [anyOf(lexemes.slice(0, rare).flat())];
  if (next && others.length > 0) queries.push(`(${anyOf(next)}) & (${anyOf(others.flat())})`);
  if (next) queries.push(anyOf(next));
  return queries;
}

const anyOf = (lexemes: readonly string[]): string => lexemes.join(' | ');

async function ranked(
  db: Db,
  question: IndexQuestion,
  { words, lexemes, query }: { words: readonly WeighedWord[]; lexemes: readonly string[][]; query: string },
): Promise<PassageRow[]> {
  const rank = (at: number) => sql.ref(`rank_${at}`);
  // `ts_rank` divides by the number of words that are asked for.
  const ranks = lexemes.map((forms, at) => {
    const query = sql`${anyOf(forms)}::tsquery`;
    return sql`${sql.lit(forms.length)} * ts_rank(${rankWeights}::real[], terms, ${query}) as ${rank(at)}`;
  });
  const sum = sql.join(
    words.map(({ weight }, at) => sql`${weight}::float8 * ${rank(at)}`),
    sql` + `,
  );
  const covered = sql.join(
    words.map(({ weight }, at) => sql`case when ${rank(at)} > 0 then ${weight}::float8 else 0 end`),
    sql` + `,
  );
  const all = words.reduce((total, { weight }) => total + weight, 0) || 1;
  const { bodyLengthWeight: byLength, coverageWeight } = rankSettings;
  const { rows } = await sql<PassageRow>`
    select ${columns} from (
      select * from (
        select passages.*, ${sql.join(ranks)} from passages
        where ${within(question)} and terms @@ ${query}::tsquery limit ${mostLookedAt}
      ) as looked_at
      order by (${sum}) * (1 - ${coverageWeight}::float8 + ${coverageWeight}::float8 * (${covered}) / ${all}::float8)
        / (1 - ${byLength}::float8 + ${byLength}::float8 * body_words / ${question.meanBody}::float8) desc, id
      limit ${question.limit}
    ) as best`.execute(db);
  return rows;
}

const within = ({ scope, files }: IndexQuestion): RawBuilder<unknown> => sql`
  workspace_id = ${scope.workspaceId} and collection_id = any(${[...scope.collections]}::text[])
  ${files ? sql`and file_id = any(${[...files]}::text[])` : sql``}`;

const languages = new Map<string, KnownLanguage>(knownLanguages.map((language) => [language, language]));
const languageOf = (name: string): KnownLanguage | null => languages.get(name) ?? null;

const toPassage = (row: PassageRow) => ({
  fileId: row.file_id,
  language: languageOf(row.language),
  start: row.starts_at,
  end: row.ends_at,
  headingWords: row.heading_words,
  words: fromLexemes(row.terms),
});
