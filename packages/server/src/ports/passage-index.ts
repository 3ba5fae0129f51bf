import type { SegmentPassage, WholeIndex, WordSegment } from '@parley/text';

/** A segment of a collection: the passages of some of its files, which come and go together. */
export interface SegmentPlace {
  workspaceId: string;
  collectionId: string;
  id: string;
}

/** Where is searched. */
export interface IndexScope {
  workspaceId: string;
  collections: readonly string[];
}

/** A word that is asked for, in the forms of the languages of the index (`termHash`), and what it counts. */
export interface WeighedWord {
  hashes: readonly number[];
  weight: number;
  /** In how many passages of the scope it stands. */
  passages: number;
}

/** A passage as the index gives it back. */
export interface IndexPassage extends SegmentPassage {
  id: string;
  /** Its number in the text of its file. */
  place: number;
}

export interface NearPassage {
  id: string;
  /** Cosine, -1 to 1. */
  similarity: number;
}

export interface IndexQuestion {
  scope: IndexScope;
  /** The only files to be looked at; null for all of the scope. */
  files: readonly string[] | null;
  words: readonly WeighedWord[];
  /** Words of a body on average. */
  meanBody: number;
  /** So many passages are given back that answer best by their words. */
  limit: number;
  /** A vector of a model, and how many of the nearest are wanted; null to search by words alone. */
  near: { model: string; vector: Float32Array; limit: number } | null;
}

/**
 * Holds passages of collections outside of this process: words by their hashes, and vectors where it can. What is searched and how the found
 * is ranked in the end is the same for all (`rankSegments`); an index says which passages are worth it and how frequent words are.
 */
export interface PassageIndex {
  /** False where it has no index of vectors: then it serves searches by words alone. */
  readonly holdsVectors: boolean;
  /** Writes a segment, whole or not at all. What was written before stays. */
  write(place: SegmentPlace, segment: WordSegment, signal: AbortSignal): Promise<void>;
  /** What was written, less what was removed; null when nothing is there. */
  read(place: SegmentPlace): Promise<WordSegment | null>;
  remove(place: SegmentPlace): Promise<void>;
  /** Removes all but some files of a segment. */
  keepFiles(place: SegmentPlace, files: readonly string[]): Promise<void>;
  removeCollection(workspaceId: string, collectionId: string): Promise<void>;
  removeWorkspace(workspaceId: string): Promise<void>;
  /** Removes what a process that was killed wrote and nobody has. */
  sweep(): Promise<void>;
  /** Vectors of length 1 for the passages of a segment, in its order. */
  writeVectors(place: SegmentPlace, model: string, vectors: readonly Float32Array[]): Promise<void>;
  /** How much of which language is there, and how frequent words are. */
  whole(scope: IndexScope): Promise<WholeIndex>;
  find(question: IndexQuestion): Promise<{ passages: IndexPassage[]; near: NearPassage[] }>;
}
