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

/** The collections that a request names; undefined for none. */
export function collectionsOf(request: {
  collection_ids?: readonly string[];
  collection_filter?: unknown;
}): CollectionChoice | undefined {
  const ids = request.collection_ids ?? [];
  return ids.length === 0 ? undefined : { ids, filter: request.collection_filter };
}
