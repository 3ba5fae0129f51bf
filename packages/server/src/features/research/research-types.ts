import type { JsonObject, ResearchDepth, ResearchProgress, ResearchResult } from '@parley/contract';
import type { Call } from '../../ports/call.ts';
import type { Run, RunTypes } from '../runs/background/run-types.ts';

/** A request as it was accepted and stored. */
export interface AcceptedRequest {
  instructions: string;
  depth: ResearchDepth;
  maxSources: number | null;
  /** JSON Schema of the output, null for a Markdown report. */
  schema: JsonObject | null;
  fileIds: string[];
  collectionIds: string[];
  /** As in a search of a collection, or null for all files. */
  collectionFilter: JsonObject | null;
  includeFiles: boolean;
  /** Whether search engines and pages are asked. Runs that were accepted before it could be said have none, and ask. */
  web?: boolean;
  maxCostUsd: number | null;
  useCache: boolean;
  webhookUrl: string | null;
  model: string | null;
  /** Of the HTTP request, for the ledger. */
  requestId: string;
  /** Base of addresses of the workspace's files. */
  origin: string;
}

/** The files of the collections of a request that speak most to it; where none do, those that are still being read are waited for. Throws `collection_not_found`. */
export type FindInCollections = (
  call: Pick<Call, 'workspaceId' | 'signal' | 'meter'>,
  request: Pick<AcceptedRequest, 'collectionIds' | 'collectionFilter' | 'instructions'>,
  bounds: { limit: number; waitMs: number },
) => Promise<string[]>;

/** What is stored of a run of research. */
export interface ResearchTypes extends RunTypes {
  request: AcceptedRequest;
  progress: ResearchProgress;
  result: ResearchResult;
}

export type ResearchRecord = Run<ResearchTypes>;

/** A page or file that was read. */
export interface Source {
  url: string;
  title: string;
  contentHash: string;
  /** Milliseconds since 1970-01-01 UTC. */
  fetchedAt: number;
  fileId: string | null;
}

/** A sentence of a source that speaks to a question. */
export interface Finding {
  text: string;
  /** Of a row of a table: its cells with their headings, as a report says them. */
  said?: string;
  start: number;
  end: number;
  /** The paragraph it stands in. */
  paragraph: string;
  /** Index of the question it fits best. */
  question: number;
  score: number;
  /** It tells the fact that the question asks for. */
  answers?: boolean;
}

/** A statement with the passage that proves it, found in the source by code. */
export interface Claim {
  id: string;
  text: string;
  quote: string;
  start: number;
  end: number;
  paragraph: string;
  /** Index in the run's sources. */
  source: number;
  question: number;
  score: number;
  /** `quoted`: code proved it by the quote; `entailed`: a connected model confirmed it besides. */
  verified: 'quoted' | 'entailed';
  /** It tells the fact that its question asks for. */
  answers?: boolean;
}

export interface Brief {
  title: string;
  questions: string[];
  /** For each question what a complete answer holds; absent without a model. */
  done?: string[];
  /** For each question, what to search for. */
  queries: string[][];
}

/** A report before its sentences are checked: each names the claims it rests on. */
export interface ReportDraft {
  title: string;
  /** What stands before the first section. */
  summary?: DraftSentence[];
  /** Written sentences read as paragraphs, chosen ones stand in a list. Default: a list. */
  isWritten?: boolean;
  sections: DraftSection[];
}

interface DraftSection {
  heading: string;
  sentences: DraftSentence[];
  /** Stands under the heading where no sentence does; without it the heading is left out. */
  otherwise?: string;
}

export interface DraftSentence {
  text: string;
  claims: string[];
}
