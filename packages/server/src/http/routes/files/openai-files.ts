import { type File, filePurposes, type OpenAIFile, type OpenAIFileList } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Page } from '../../../lib/page.ts';
import { type UploadFields, wholeNumber } from './upload-fields.ts';

const statuses = { pending: 'uploaded', processing: 'uploaded', ready: 'processed', failed: 'error' } as const;

/** A file as OpenAI's clients read it. Of purposes those of batches alone are kept; another makes no difference here. */
export function toOpenAIFile(file: File, purpose: string = file.purpose ?? 'user_data'): OpenAIFile {
  return {
    id: file.id,
    object: 'file',
    bytes: file.file_size ?? 0,
    created_at: seconds(file.created_at),
    expires_at: file.expires_at === null ? null : seconds(file.expires_at),
    filename: file.filename,
    purpose,
    status: statuses[file.status],
    status_details: file.error?.message ?? null,
  };
}

export function toOpenAIFiles(page: Page<File>): OpenAIFileList {
  const data = page.data.map((file) => toOpenAIFile(file));
  return {
    object: 'list',
    data,
    has_more: page.has_more,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

/** The plain fields of OpenAI's form. Throws a 400 that names the one that is wrong. */
export function readOpenAIFields(fields: Readonly<Record<string, string>>): UploadFields & { purpose: string } {
  const purpose = filePurposes.find((known) => known === fields.purpose?.trim());
  if (purpose === undefined) {
    const sentence = `purpose must be one of ${filePurposes.join(', ')}; fine-tuning is not offered here`;
    throw new AppError('invalid_request', sentence, { title: 'purpose is not valid', param: 'purpose' });
  }
  const expiresInSeconds = wholeNumber(fields, 'expires_after[seconds]', 3600, 2_592_000);
  return { purpose, ...(expiresInSeconds !== undefined && { expiresInSeconds }) };
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
