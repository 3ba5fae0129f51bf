import type { FilesTables } from '../../../db/tables/files-tables.ts';

export type FileStatus = FilesTables['files']['status'];

/**
 * Every move a file may make. `ready` and `failed` are ends: a file is processed once, and otherwise uploaded again. One whose
 * bytes were to be fetched and cannot be had fails without processing; one that is kept as it is, for a batch, is ready without it.
 */
export const legalMoves: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  pending: ['processing', 'ready', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: [],
};

/** The one status from which a file may move to `to` by being processed; a move names it, so that two processes cannot both make it. */
export function statusBefore(to: Exclude<FileStatus, 'pending'>): FileStatus {
  return to === 'processing' ? 'pending' : 'processing';
}
