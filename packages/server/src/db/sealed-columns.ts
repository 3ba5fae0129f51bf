import type { Tables } from './tables.ts';

type TextColumns = {
  [Table in keyof Tables]?: { key: readonly string[]; sealed: readonly (string & keyof Tables[Table])[] };
};

/**
 * Columns whose texts are sealed where the operator set a key, and the primary key of their tables: what was asked, answered and read. Names,
 * addresses and ids by which rows are found stay as they are.
 */
export const sealedColumns = {
  batch_lines: { key: ['batch_id', 'line'], sealed: ['output'] },
  call_contents: { key: ['id'], sealed: ['request', 'reply'] },
  call_feedback: { key: ['id'], sealed: ['comment'] },
  evaluation_sets: { key: ['id'], sealed: ['description', 'checks'] },
  evaluation_cases: { key: ['id'], sealed: ['request', 'expected', 'checks'] },
  evaluation_results: { key: ['run_id', 'case_id'], sealed: ['output', 'checks'] },
  files: { key: ['id'], sealed: ['metadata', 'listed_metadata', 'processing_summary', 'warnings', 'error_message'] },
  idempotency_records: { key: ['id'], sealed: ['body'] },
  page_contents: { key: ['workspace_id', 'content_hash'], sealed: ['title', 'text', 'metadata'] },
  pictures: { key: ['id'], sealed: ['prompt', 'revised_prompt'] },
  playground_runs: { key: ['id'], sealed: ['title', 'request', 'reply'] },
  run_steps: { key: ['run_id', 'step'], sealed: ['output'] },
  runs: { key: ['id'], sealed: ['request', 'progress', 'result', 'error'] },
  stream_events: { key: ['stream_id', 'last_number'], sealed: ['events'] },
  webhook_deliveries: { key: ['id'], sealed: ['body'] },
} as const satisfies TextColumns;

const byTable = new Map<string, ReadonlySet<string>>(
  Object.entries(sealedColumns).map(([table, { sealed }]) => [table, new Set<string>(sealed)]),
);

export const sealedColumnsOf = (table: string): ReadonlySet<string> | undefined => byTable.get(table);
