import type { Call } from '../../../ports/call.ts';

/** Collections to answer from, and which of their files count. */
export interface CollectionChoice {
  ids: readonly string[];
  /** As in a search of a collection; undefined for all files. */
  filter: unknown;
}

/** Finds what to answer from in collections. */
export interface CollectionFiles {
  /** The files with the passages that speak most to a question, best first. Throws `collection_not_found`. */
  filesFor(
    call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
    request: { collectionIds: readonly string[]; query: string; filter?: unknown; limit: number },
  ): Promise<string[]>;
}

/** Files that one question takes out of collections. */
const mostFiles = 12;

/**
 * The files of collections that the question needs. `opening`: the question that its conversation began with, empty for none: what that one
 * needed stays where it is in every turn, and `late` is what this one needs besides.
 */
export async function collectedFiles(
  files: CollectionFiles,
  request: { collections?: CollectionChoice | undefined; query: string; opening: string; fileIds: readonly string[] },
  call: Parameters<CollectionFiles['filesFor']>[0],
): Promise<{ first: string[]; late: ReadonlySet<string> }> {
  const { collections, query, opening, fileIds } = request;
  if (!collections) return { first: [], late: new Set() };
  const { ids: collectionIds, filter } = collections;
  const filesFor = (question: string) =>
    files.filesFor(call, {
      collectionIds,
      query: question,
      limit: mostFiles,
      ...(filter !== undefined && { filter }),
    });
  if (opening === '' || opening === query) return { first: await filesFor(query), late: new Set() };
  const [first, now] = await Promise.all([filesFor(opening), filesFor(query)]);
  return { first, late: new Set(now.filter((id) => !first.includes(id) && !fileIds.includes(id))) };
}

/** The collections that a request names; undefined for none. */
export function collectionsOf(request: {
  collection_ids?: readonly string[];
  collection_filter?: unknown;
}): CollectionChoice | undefined {
  const ids = request.collection_ids ?? [];
  return ids.length === 0 ? undefined : { ids, filter: request.collection_filter };
}
