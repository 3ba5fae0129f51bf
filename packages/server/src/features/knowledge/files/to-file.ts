import { type File, fileKinds, isJsonObject, type JsonObject } from '@parley/contract';
import { isoTime } from '../../../lib/iso-time.ts';
import type { FileRow, ListedFileRow } from './file-repository.ts';

/** A row as the API shows it. With `text` the metadata of PDFs and images carry it as `extracted_text`. */
export function toFile(row: ListedFileRow, text: string | null = null): File {
  const kind = fileKinds.find((known) => known === row.kind) ?? null;
  return {
    id: row.id,
    file_id: row.id,
    parent_file_id: row.parent_file_id,
    filename: row.filename,
    file_size: row.size_bytes,
    size: row.size_bytes,
    kind,
    file_type: kind,
    purpose: row.purpose === 'batch' || row.purpose === 'batch_output' ? row.purpose : null,
    public_url: null,
    media_type: row.media_type,
    status: row.status,
    pages: row.pages,
    created_at: isoTime(row.created_at),
    processed_at: isoTime(row.processed_at),
    expires_at: isoTime(row.expires_at),
    metadata: metadataOf(row, text),
    processing_summary: row.processing_summary,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    warnings: warningsOf(row),
  };
}

/** Whether the metadata of this kind of file repeat its text. */
export function showsText(row: Pick<FileRow, 'status' | 'kind'>): boolean {
  return row.status === 'ready' && (row.kind === 'pdf' || row.kind === 'image');
}

export function warningsOf(row: Pick<FileRow, 'warnings'>): string[] {
  const warnings: unknown = JSON.parse(row.warnings);
  return Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [];
}

function metadataOf(row: Pick<FileRow, 'metadata'>, text: string | null): JsonObject | null {
  if (row.metadata === null) return null;
  const metadata: unknown = JSON.parse(row.metadata);
  if (!isJsonObject(metadata)) return null;
  return text === null ? metadata : { ...metadata, extracted_text: text };
}
