import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MessageBlock,
  type MessagesRequest,
} from '@parley/contract';
import type { Call } from '../../../ports/call.ts';
import type {
  AssistantPart,
  CacheMark,
  PromptMessage,
  ToolResultPart,
  UserPart,
} from '../../../ports/language-model.ts';
import type { DrawPages, InlineDocument } from '../../text/generation/inline-document.ts';
import type { CacheMarks } from './cache-marks.ts';
import { invalid } from './invalid-block.ts';

/** Fetches an image that a request names by its address. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<{ mediaType: string; base64: string }>;
/** A stored file as a picture; null for a file that is none. */
export type StoredImage = (fileId: string, call: Call) => Promise<{ mediaType: string; base64: string } | null>;
/** The text of a document that came inside a request, and the offsets at which its pages begin. */
export type ReadDocument = (
  base64: string,
  mediaType: string,
  signal: AbortSignal,
) => Promise<{ text: string; pageStarts: number[]; draw?: DrawPages | undefined }>;

export interface BlockLoaders {
  loadImage: LoadImage;
  readDocument: ReadDocument;
  storedImage: StoredImage;
  call: Call;
}

interface ReadState {
  messages: PromptMessage[];
  files: Set<string>;
  toolNames: Map<string, string>;
  query: string;
  documents: InlineDocument[];
  /** For each document block in its order, the file id or name under which a source names it. */
  places: string[];
  wantsCitations: boolean;
  vendorBlocks: string[];
  materialCache: CacheMark | undefined;
  marks: CacheMarks;
  loaders: BlockLoaders;
}

/** Messages in our words, with the documents that stand in them. */
export interface ReadBlocks {
  messages: PromptMessage[];
  fileIds: string[];
  query: string;
  documents: InlineDocument[];
  /** The names of the document blocks in their order, when citations of them are asked for. */
  citedAs: string[] | null;
  /** Where blocks stand that only Anthropic can read. */
  vendorBlocks: string[];
  /** The mark of the last document that has one. */
  materialCache: CacheMark | undefined;
}

/** Reads the messages of Anthropic's shape. Throws `invalid_request` that names the block by its path. */
export async function readBlockMessages(
  given: MessagesRequest['messages'],
  loaders: BlockLoaders,
  marks: CacheMarks,
): Promise<ReadBlocks> {
  const state: ReadState = {
    messages: [],
    files: new Set(),
    toolNames: new Map(),
    query: '',
    documents: [],
    places: [],
    wantsCitations: false,
    vendorBlocks: [],
    materialCache: undefined,
    marks,
    loaders,
  };
  for (const [index, { role, content }] of given.entries()) {
    const field = `messages.${index}.content`;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (role === 'assistant') readAssistant(blocks, field, state);
    else if (role === 'system') state.messages.push({ role, text: readText(content, field) });
    else await readUser(blocks, field, state);
  }
  const { messages, files, query, documents, places, wantsCitations, vendorBlocks, materialCache } = state;
  const citedAs = wantsCitations ? places : null;
  return { messages, fileIds: [...files], query, documents, citedAs, vendorBlocks, materialCache };
}

/** A text, or text blocks joined by line breaks. */
export function readText(content: string | MessageBlock[] | undefined, field: string): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((block, index) => textOf(block, 'text', `${field}.${index}`)).join('\n');
}

/** Blocks of tools that Anthropic ran: they go back as they came. */
const vendorBlock = /^(?:server_tool_use|mcp_tool_use|[a-z_]{1,60}_tool_result|compaction|container_upload)$/;

function readAssistant(blocks: MessageBlock[], field: string, state: ReadState): void {
  const parts: AssistantPart[] = [];
  for (const [index, block] of blocks.entries()) {
    const place = `${field}.${index}`;
    switch (block.type) {
      case 'text':
        parts.push({
          type: 'text',
          text: textOf(block, 'text', place),
          ...vendorCitations(block),
          ...state.marks.of(block, place),
        });
        break;
      case 'thinking': {
        const { signature } = block;
        const text = textOf(block, 'thinking', place);
        parts.push({ type: 'reasoning', text, ...(typeof signature === 'string' && signature && { signature }) });
        break;
      }
      case 'redacted_thinking':
        parts.push({ type: 'reasoning', text: '', redacted: textOf(block, 'data', place) });
        break;
      case 'tool_use': {
        const [id, name] = [textOf(block, 'id', place), textOf(block, 'name', place)];
        state.toolNames.set(id, name);
        const input = isObject(block.input) ? block.input : {};
        parts.push({ type: 'tool-call', id, name, input, ...state.marks.of(block, place) });
        break;
      }
      default:
        if (!vendorBlock.test(block.type)) {
          throw invalid(`${place}.type`, `"${block.type}" cannot stand in an assistant message`);
        }
        state.vendorBlocks.push(place);
        // It came in as JSON; the schema only could not say so to the compiler.
        parts.push({ type: 'vendor-block', block: block as JsonObject });
    }
  }
  if (parts.length > 0) state.messages.push({ role: 'assistant', parts });
}

/** What Anthropic's own tools cited; citations of our own mean nothing to it. */
function vendorCitations({ citations }: MessageBlock): { citations?: JsonObject[] } {
  const own = Array.isArray(citations) ? citations.filter(isObject).filter(({ type }) => isVendorCitation(type)) : [];
  return own.length > 0 ? { citations: own } : {};
}

const isVendorCitation = (type: unknown): boolean =>
  type === 'web_search_result_location' || type === 'search_result_location';

async function readUser(blocks: MessageBlock[], field: string, state: ReadState): Promise<void> {
  const parts: UserPart[] = [];
  const results: ToolResultPart[] = [];
  let hasDocument = false;
  for (const [index, block] of blocks.entries()) {
    const place = `${field}.${index}`;
    if (block.type === 'tool_result') {
      results.push(await readResult(block, place, state, parts));
    } else if (block.type === 'document') {
      await addDocument(block, place, state);
      hasDocument = true;
    } else {
      parts.push({ ...(await readUserPart(block, place, state)), ...state.marks.of(block, place) });
    }
  }
  if (hasDocument && parts.length === 0) parts.push({ type: 'text', text: 'See the attached document.' });
  if (results.length > 0) state.messages.push({ role: 'tool', results });
  const texts = parts.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []));
  if (texts.length > 0) state.query = texts.join('\n');
  if (parts.length > 0) state.messages.push({ role: 'user', parts });
  if (parts.length === 0 && results.length === 0) throw invalid(field, 'must not be empty');
}

async function readUserPart(block: MessageBlock, place: string, state: ReadState): Promise<UserPart> {
  const source = isObject(block.source) ? block.source : {};
  switch (block.type) {
    case 'text':
      return { type: 'text', text: textOf(block, 'text', place) };
    case 'image':
      if (source.type === 'base64') {
        const base64 = textOf(source, 'data', `${place}.source`);
        return { type: 'image', mediaType: textOf(source, 'media_type', `${place}.source`), base64 };
      }
      if (source.type === 'url') {
        const image = await state.loaders.loadImage(
          textOf(source, 'url', `${place}.source`),
          state.loaders.call.signal,
        );
        return { type: 'image', ...image };
      }
      if (source.type === 'file') {
        const image = await state.loaders.storedImage(textOf(source, 'file_id', `${place}.source`), state.loaders.call);
        if (image) return { type: 'image', ...image };
        throw invalid(`${place}.source.file_id`, 'is no picture; send it in a block of type document');
      }
      throw invalid(`${place}.source.type`, 'must be base64, url or file');
    case 'document': {
      const title = typeof block.title === 'string' ? block.title : '';
      const { text } = await readDocument(source, place, state);
      return { type: 'text', text: `${title}\n${text}`.trim() || 'See the attached file.' };
    }
    default:
      throw invalid(`${place}.type`, `"${block.type}" is not a known block of a user message`);
  }
}

/** A document is something to answer from, not a part of what is said. */
async function addDocument(block: MessageBlock, place: string, state: ReadState): Promise<void> {
  const source = isObject(block.source) ? block.source : {};
  const isFile = source.type === 'file';
  const { text, pageStarts, draw } = await readDocument(source, place, state);
  const title = typeof block.title === 'string' && block.title !== '' ? block.title : null;
  const filename = title ?? `document ${state.places.length + 1}`;
  state.places.push(isFile ? String(source.file_id) : filename);
  if (!isFile) state.documents.push({ filename, text, draw, ...(pageStarts.length > 0 && { pageStarts }) });
  state.materialCache = state.marks.of(block, place).cache ?? state.materialCache;
  if (isObject(block.citations) && block.citations.enabled === true) state.wantsCitations = true;
}

async function readDocument(source: JsonObject, place: string, state: ReadState): ReturnType<ReadDocument> {
  switch (source.type) {
    case 'text':
      return { text: textOf(source, 'data', `${place}.source`), pageStarts: [] };
    case 'file':
      state.files.add(textOf(source, 'file_id', `${place}.source`));
      return { text: '', pageStarts: [] };
    case 'base64': {
      const data = textOf(source, 'data', `${place}.source`);
      const mediaType = textOf(source, 'media_type', `${place}.source`);
      return state.loaders.readDocument(data, mediaType, state.loaders.call.signal);
    }
    default:
      throw invalid(`${place}.source.type`, 'must be text, base64 or file');
  }
}

async function readResult(
  block: MessageBlock,
  place: string,
  state: ReadState,
  parts: UserPart[],
): Promise<ToolResultPart> {
  const toolCallId = textOf(block, 'tool_use_id', place);
  const toolName = state.toolNames.get(toolCallId);
  if (toolName === undefined) {
    throw invalid(`${place}.tool_use_id`, `"${toolCallId}" is not the id of a tool_use block before it`);
  }
  return {
    toolCallId,
    toolName,
    result: await resultOf(block.content, place, state, parts),
    ...(block.is_error === true && { isError: true }),
    ...state.marks.of(block, place),
  };
}

/** Text of a result; images in it follow as parts of the same turn. */
async function resultOf(content: unknown, place: string, state: ReadState, parts: UserPart[]): Promise<JsonValue> {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw invalid(`${place}.content`, 'must be a string or an array of blocks');
  const texts: string[] = [];
  for (const [index, item] of content.entries()) {
    const inner = `${place}.content.${index}`;
    if (!isObject(item) || typeof item.type !== 'string') throw invalid(inner, 'must be a content block');
    const part = await readUserPart({ ...item, type: item.type }, inner, state);
    if (part.type === 'text') texts.push(part.text);
    else parts.push(part);
  }
  return texts.join('\n');
}

function textOf(block: object, name: string, place: string): string {
  const value: unknown = Reflect.get(block, name);
  if (typeof value === 'string') return value;
  throw invalid(`${place}.${name}`, value === undefined ? 'is required' : 'must be a string');
}

function isObject(value: unknown): value is JsonObject {
  return isJsonObject(value);
}
