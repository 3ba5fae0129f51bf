import { isJsonObject, type JsonObject } from '@parley/contract';
import type { Call } from '../../../ports/call.ts';
import type { CacheMark, ImageDetail, UserPart } from '../../../ports/language-model.ts';
import type { InlineDocument } from '../../text/generation/inline-document.ts';
import type { LoadImage, ReadDocument, StoredImage } from '../messages/message-blocks.ts';
import { invalid } from './refusals.ts';

/** How what a request points at is fetched and read. */
export interface ContentLoaders {
  loadImage: LoadImage;
  readDocument: ReadDocument;
  /** The picture of a stored file; null for a file of another kind. */
  storedImage: StoredImage;
}

type ImagePart = Extract<UserPart, { type: 'image' }>;

const details: readonly ImageDetail[] = ['low', 'high', 'auto'];

/** How closely a picture is to be looked at; what is none of the words is the vendor's default. */
function detailOf(part: object): { detail?: ImageDetail } {
  const { detail: said } = fieldsOf(part);
  const detail = details.find((known) => known === said);
  return detail ? { detail } : {};
}

/** What the messages of a request hold, gathered while they are read. */
export class ContentReader {
  readonly documents: InlineDocument[] = [];
  readonly fileIds = new Set<string>();
  /** Whether anything asked to be kept in the vendor's cache. */
  hasMarks = false;
  /** The last mark in what stands above the conversation. */
  systemCache: CacheMark | undefined;
  readonly #loaders: ContentLoaders;
  readonly #call: Call;

  constructor(loaders: ContentLoaders, call: Call) {
    this.#loaders = loaders;
    this.#call = call;
  }

  /** Reads the parts of a user message, in the forms of chat completions and of responses. Names what is wrong by path. */
  async userParts(content: string | readonly object[], field: string): Promise<UserPart[]> {
    if (typeof content === 'string') return [{ type: 'text', text: content }];
    const parts: UserPart[] = [];
    for (const [index, part] of content.entries()) parts.push(...(await this.#part(part, `${field}[${index}]`)));
    return parts;
  }

  /** OpenRouter's way to mark what Claude shall keep in its cache. Throws 400 that names it. */
  markOf(part: object, place: string): { cache?: CacheMark } {
    const { cache_control: given } = fieldsOf(part);
    if (given === undefined || given === null) return {};
    if (!isJsonObject(given) || given.type !== 'ephemeral') {
      throw invalid(`${place}.cache_control`, 'must be {"type": "ephemeral"}');
    }
    this.hasMarks = true;
    return { cache: given.ttl === '1h' ? { ttl: '1h' } : {} };
  }

  /** Reads the marks in an instruction. */
  markSystem(content: string | readonly object[] | undefined | null, field: string): void {
    if (typeof content === 'string') return;
    for (const [index, part] of (content ?? []).entries()) {
      this.systemCache = this.markOf(part, `${field}[${index}]`).cache ?? this.systemCache;
    }
  }

  async #part(part: object, place: string): Promise<UserPart[]> {
    const mark = this.markOf(part, place);
    const read = await this.#read(part, place);
    return mark.cache ? read.map((one) => ({ ...one, ...mark })) : read;
  }

  async #read(part: object, place: string): Promise<UserPart[]> {
    const type = textOf(part, 'type', place);
    switch (type) {
      case 'text':
      case 'input_text':
      case 'output_text':
        return [{ type: 'text', text: textOf(part, 'text', place) }];
      case 'image_url': {
        const image = objectOf(part, 'image_url', place);
        const read = await this.#image(textOf(image, 'url', `${place}.image_url`), place);
        return [{ ...read, ...detailOf(image) }];
      }
      case 'input_image': {
        const { image_url: url, file_id: fileId } = fieldsOf(part);
        if (typeof url === 'string') return [{ ...(await this.#image(url, place)), ...detailOf(part) }];
        if (typeof fileId === 'string') {
          const stored = await this.#storedImage(fileId);
          return stored.map((one) => ({ ...one, ...detailOf(part) }));
        }
        throw invalid(place, 'needs image_url or file_id');
      }
      case 'file':
        return this.#file(objectOf(part, 'file', place), `${place}.file`);
      case 'input_file':
        return this.#file(fieldsOf(part), place);
      case 'input_audio':
        throw invalid(
          `${place}.type`,
          '"input_audio" is not supported here: no engine listens. Send the words as text',
        );
      default:
        throw invalid(`${place}.type`, `"${type.slice(0, 60)}" is not a known part of a message`);
    }
  }

  async #image(url: string, place: string): Promise<ImagePart> {
    const data = /^data:([^;,]+);base64,(.*)$/is.exec(url.trim());
    if (data) return { type: 'image', mediaType: data[1] ?? '', base64: (data[2] ?? '').replaceAll(/\s/g, '') };
    if (!/^https?:/i.test(url)) throw invalid(`${place}.image_url`, 'must be an http address or a base64 data URI');
    return { type: 'image', ...(await this.#loaders.loadImage(url, this.#call.signal)) };
  }

  /** A file that is no picture is read as any other file. */
  async #storedImage(fileId: string): Promise<ImagePart[]> {
    const image = await this.#loaders.storedImage(fileId, this.#call);
    if (image) return [{ type: 'image', ...image }];
    this.fileIds.add(fileId);
    return [];
  }

  async #file(file: JsonObject, place: string): Promise<UserPart[]> {
    const { file_id: fileId, file_data: data, file_url: url, filename } = file;
    if (typeof fileId === 'string') {
      this.fileIds.add(fileId);
      return [];
    }
    if (typeof url === 'string') {
      throw invalid(
        `${place}.file_url`,
        'is not supported here; upload the file with POST /v1/files and name its file_id',
      );
    }
    if (typeof data !== 'string') throw invalid(place, 'needs file_id or file_data');
    const inline = /^data:([^;,]*);base64,/i.exec(data);
    const mediaType = inline?.[1] ?? 'application/octet-stream';
    const base64 = inline ? data.slice(inline[0].length) : data;
    if (/^image\//.test(mediaType)) return [{ type: 'image', mediaType, base64 }];
    const { text, pageStarts, draw } = await this.#loaders.readDocument(base64, mediaType, this.#call.signal);
    const name = typeof filename === 'string' && filename.trim() !== '' ? filename : 'document';
    this.documents.push({ filename: name, text, draw, ...(pageStarts.length > 0 && { pageStarts }) });
    return [];
  }
}

/** Text, or parts of text joined by line breaks. */
export function readPlainText(content: string | readonly object[] | undefined | null, field: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part, index) => {
      const place = `${field}[${index}]`;
      const type = textOf(part, 'type', place);
      if (type === 'refusal') return textOf(part, 'refusal', place);
      if (type === 'text' || type === 'input_text' || type === 'output_text') return textOf(part, 'text', place);
      throw invalid(`${place}.type`, `"${type.slice(0, 60)}" cannot stand here; only text can`);
    })
    .join('\n');
}

function textOf(part: object, name: string, place: string): string {
  const value: unknown = Reflect.get(part, name);
  if (typeof value === 'string') return value;
  throw invalid(`${place}.${name}`, value === undefined ? 'is required' : 'must be a string');
}

function objectOf(part: object, name: string, place: string): JsonObject {
  const value: unknown = Reflect.get(part, name);
  if (isJsonObject(value)) return value;
  throw invalid(`${place}.${name}`, value === undefined ? 'is required' : 'must be an object');
}

const fieldsOf = (part: object): JsonObject => (isJsonObject(part) ? part : {});
