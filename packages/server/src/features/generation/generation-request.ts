import type { CompiledSchema } from '@parley/json-schema';
import type { ImageDetail, Prompt } from '../../ports/language-model.ts';
import type { CollectionChoice } from './collection-choice.ts';
import type { UngroundedChoice } from './grounding/judge-fields.ts';
import type { InlineDocument } from './inline-document.ts';

/** What any call for text comes down to. */
export interface GenerationRequest {
  /** Default: the router's default model. */
  model: string | undefined;
  prompt: Prompt;
  /** The reply must satisfy it. */
  schema?: CompiledSchema | undefined;
  fileIds: readonly string[];
  /** Collections, of whose files those are taken that speak most to the question. */
  collections?: CollectionChoice | undefined;
  /** Text to answer from besides the files. */
  context?: string | undefined;
  /** Documents that came inside the request, to answer from as well. */
  documents?: readonly InlineDocument[] | undefined;
  /** The engine to begin with, as `provider/model`, where the choice is free: it has seen the beginning of this work. */
  preferred?: string | undefined;
  /** The caller's stream can say that the text so far was rejected. Default: such a text is held back instead. */
  showsRetries?: boolean | undefined;
  /** What is asked, for ranking passages. */
  query: string;
  /** Decides which rules a language model is told. Default: those of a conversation, and only where there are documents. */
  kind?: 'answer' | 'agent';
  /** Pages of PDFs, from 1, that a model which can see gets as pictures besides their text. */
  pageImages?: readonly number[] | undefined;
  /** How closely a vendor looks at pictures, where it has such a setting. */
  imageDetail?: ImageDetail | undefined;
  /** What becomes of values of the object that no passage carries. Default: `allow`. */
  ungrounded?: UngroundedChoice | undefined;
  /** `inline` keeps the marks of passages in the text, numbered as the sources are. Default: they are taken out. */
  citations?: 'inline' | 'none' | undefined;
}
