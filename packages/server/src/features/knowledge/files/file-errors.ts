import { AppError } from '../../../lib/app-error.ts';
import type { FileRow } from './file-repository.ts';

export function fileNotFound(fileId: string): AppError {
  return new AppError(
    'file_not_found',
    `There is no file ${fileId}. GET /v1/files lists those that there are; POST /v1/files/upload adds one and gives its file_id.`,
    {
      fields: { file_id: fileId },
    },
  );
}

export function fileNotInStorage(fileId: string): AppError {
  return new AppError('file_not_in_storage', 'Upload the bytes to the upload address before confirming.', {
    details: `No bytes are stored for file ${fileId}.`,
    fields: { file_id: fileId },
  });
}

export const confirmedAlready = (): AppError =>
  new AppError('conflict', 'This file was confirmed or deleted already. Ask for a new address to upload another.');

export function fileNotReady(row: FileRow): AppError {
  const message =
    row.status === 'pending'
      ? `File ${row.id} has not been confirmed. Upload its bytes and call /v1/files/confirm-upload.`
      : `File ${row.id} is still being processed. Try again in a few seconds.`;
  return new AppError('file_not_ready', message, { fields: { file_id: row.id }, retryAfterMs: 2000 });
}

export function fileFailed(row: FileRow): AppError {
  const reason = row.error_message ?? 'The file could not be processed.';
  return new AppError('file_failed', `${row.filename}: ${reason}`, {
    details: reason,
    fields: { file_id: row.id, filename: row.filename, status: 'failed', reason: row.error_code ?? 'file_failed' },
  });
}

export function fileTooLarge(fileId: string, sizeBytes: number, maxBytes: number): AppError {
  return new AppError('file_too_large', `The file has ${sizeBytes} bytes; at most ${maxBytes} are accepted.`, {
    fields: { file_id: fileId, file_size: sizeBytes, max_size: maxBytes },
  });
}
