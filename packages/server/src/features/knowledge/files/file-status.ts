import type { FilesTables } from '../../../db/tables/files-tables.ts';

export type FileStatus = FilesTables['files']['status'];

/**
 * Every move a file may make. `ready` is an end; one that failed is read once more when a caller asks for it. One whose bytes were to
 * be fetched and cannot be had fails without processing; one that is kept as it is, for a batch, is ready without it.
 */
export const legalMoves: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  pending: ['processing', 'ready', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['processing'],
};
