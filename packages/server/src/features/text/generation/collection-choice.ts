import type { Call } from '../../../ports/call.ts';

/** Collections to answer from, and which of their files count. */
export interface CollectionChoice {
  ids: readonly string[];
  /** As in a search of a collection; undefined for all files. */
  filter: unknown;
}

/** Finds what to answer from in collections. */
export interface CollectionFiles {
  /**
   * The files with the passages that speak most to a question, best first, and how many files are still being read. Where nothing is found
   * these are waited for, `waitMs` at most. Throws `collection_not_found`.
   */
  filesFor(
    call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
    request: { collectionIds: readonly string[]; query: string; filter?: unknown; limit: number; waitMs: number },
  ): Promise<{ fileIds: string[]; unread: number }>;
}

/** Files that one question takes out of collections. */
const mostFiles = 12;
/** How long a question waits for files that are still being read, when no other file answers it. */
const unreadWaitMs = 10_000;

/**
 * The files of collections that the question needs. `opening`: the question that its conversation began with, empty for none: what that one
 * needed stays where it is in every turn, and `late` is what this one needs besides. `unread`: files that are still being read.
 */
export async function collectedFiles(
  files: CollectionFiles,
  request: { collections?: CollectionChoice | undefined; query: string; opening: string; fileIds: readonly string[] },
  call: Parameters<CollectionFiles['filesFor']>[0],
): Promise<{ first: string[]; late: ReadonlySet<string>; unread: number }> {
  const { collections, query, opening, fileIds } = request;
  if (!collections) return { first: [], late: new Set(), unread: 0 };
  const { ids: collectionIds, filter } = collections;
  const filesFor = (question: string) =>
    files.filesFor(call, {
      collectionIds,
      query: question,
      limit: mostFiles,
      waitMs: unreadWaitMs,
      ...(filter !== undefined && { filter }),
    });
  const [now, then] = await Promise.all([
    filesFor(query),
    opening === '' || opening === query ? null : filesFor(opening),
  ]);
  if (!then) return { first: now.fileIds, late: new Set(), unread: now.unread };
  const late = now.fileIds.filter((id) => !then.fileIds.includes(id) && !fileIds.includes(id));
  return { first: then.fileIds, late: new Set(late), unread: now.unread };
}

/** The collections that a request names; undefined for none. */
export function collectionsOf(request: {
  collection_ids?: readonly string[];
  collection_filter?: unknown;
}): CollectionChoice | undefined {
  const ids = request.collection_ids ?? [];
  return ids.length === 0 ? undefined : { ids, filter: request.collection_filter };
}

/** Warns of a reply that was written while files of its collections were still being read. */
export function unreadFiles({ unread }: { unread: number }): string[] {
  if (unread === 0) return [];
  const files = unread === 1 ? '1 file of the collections is' : `${unread} files of the collections are`;
  return [`${files} still being read; what stands there was not searched`];
}
