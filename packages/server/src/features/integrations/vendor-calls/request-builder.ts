import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Auth, Manifest, RequestTemplate } from '../definitions/manifest.ts';
import { placeholderPaths, renderText, renderValue, type TemplateScope, toText } from '../definitions/template.ts';
import { encodeSegment } from '../definitions/template-filters.ts';

/** A request as it goes out. */
export interface VendorRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/**
 * The longest text that goes into an address or a header. No third party reads one of more than some 16 kB, and encoding megabytes
 * would hold up everybody.
 */
const mostInAddress = 32_000;

/**
 * Makes the request of a feature or probe out of its template. Throws `invalid_inputs` that names what is too long for an address or
 * a header.
 */
export function buildRequest(
  template: RequestTemplate,
  parts: { manifest: Manifest; auth: Auth; scope: TemplateScope },
): VendorRequest {
  const { manifest, auth, scope } = parts;
  requireShort([template.path, template.query, template.headers, auth.query, auth.headers, manifest.headers], scope);
  const baseUrl = auth.base_url ?? manifest.base_url;
  const url = new URL(toAddress(template.path, baseUrl, scope));
  requireOrigin(url, [baseUrl, ...(manifest.other_origins ?? [])], scope);
  appendQuery(url, template.query, scope);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...renderMap(manifest.headers, scope),
  };
  if (template.authenticated !== false) {
    Object.assign(headers, renderMap(auth.headers, scope), basicHeader(auth, scope));
    appendQuery(url, auth.query, scope);
  }
  Object.assign(headers, renderMap(template.headers, scope));
  const request: VendorRequest = { method: template.method, url: url.href, headers };
  if (template.body !== undefined) addBody(request, template, scope);
  return request;
}

function toAddress(path: string, baseUrl: string, scope: TemplateScope): string {
  const template = /^https?:\/\//.test(path) ? path : `${baseUrl.replace(/\/$/, '')}${path}`;
  const address = renderText(template, scope, encodeSegment);
  if (address === undefined) {
    throw new AppError('invalid_inputs', `The address ${path} needs a value that was not given.`);
  }
  return address;
}

/** Nobody but the vendor gets what the request carries, whatever its template and its inputs make of the address. */
function requireOrigin(url: URL, addresses: string[], scope: TemplateScope): void {
  const origins = addresses.map((address) => {
    const rendered = renderText(address, scope, encodeSegment) ?? '';
    return URL.canParse(rendered) ? new URL(rendered).origin : null;
  });
  if (origins.includes(url.origin)) return;
  throw new AppError('invalid_inputs', `The address is on ${url.origin}, which is not where this integration goes.`);
}

/** Before anything is made of them: each filter and each encoding goes over the whole text. */
function requireShort(templates: unknown[], scope: TemplateScope): void {
  for (const path of placeholderPaths(templates)) {
    const value = renderValue(`{{${path}}}`, scope);
    if (typeof value === 'string' && value.length > mostInAddress) throw tooLong(path, value.length);
    // Each item is a parameter with a name of its own.
    if (Array.isArray(value) && value.length > mostInAddress / 2) throw tooLong(path, value.length);
  }
}

function tooLong(path: string, length: number): AppError {
  const pointer = `/${path.replace(/^input\./, '').replaceAll('.', '/')}`;
  const message = `must have at most ${mostInAddress} characters, for it becomes part of an address; it has ${length}`;
  return new AppError('invalid_inputs', `${pointer} ${message}`, {
    fields: { problems: [{ path: pointer, message }] },
  });
}

function appendQuery(url: URL, query: Record<string, string> | undefined, scope: TemplateScope): void {
  // Apart from the address, which is written anew whenever something is added to its own.
  const added = new URLSearchParams();
  let length = 0;
  for (const [name, template] of Object.entries(query ?? {})) {
    const value = renderValue(template, scope);
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = toText(item);
      length += name.length + text.length;
      if (length > mostInAddress) throw tooLong(placeholderPaths(template)[0] ?? name, length);
      added.append(name, text);
    }
  }
  if (length === 0) return;
  url.search = [url.search.replace(/^\?/, ''), added.toString()].filter((part) => part !== '').join('&');
}

function renderMap(map: Record<string, string> | undefined, scope: TemplateScope): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, template] of Object.entries(map ?? {})) {
    const value = renderText(template, scope);
    if (value === undefined) continue;
    if (/[\r\n\0]/.test(value)) throw new AppError('invalid_inputs', `The header ${name} must be one line.`);
    result[name.toLowerCase()] = value;
  }
  return result;
}

function basicHeader(auth: Auth, scope: TemplateScope): Record<string, string> {
  if (!auth.basic) return {};
  const username = renderText(auth.basic.username, scope) ?? '';
  const password = renderText(auth.basic.password, scope) ?? '';
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function addBody(request: VendorRequest, template: RequestTemplate, scope: TemplateScope): void {
  const body = renderValue(template.body, scope);
  switch (template.body_type ?? 'json') {
    case 'json':
      request.headers['content-type'] ??= 'application/json';
      request.body = JSON.stringify(body ?? {});
      break;
    case 'form':
      request.headers['content-type'] = 'application/x-www-form-urlencoded';
      request.body = toForm(isJsonObject(body) ? body : {}).toString();
      break;
    case 'multipart_related':
      addMultipart(request, isJsonObject(body) ? body : {});
      break;
  }
}

/** Nested values in bracket notation: `line_items[0][price]=…`. */
function toForm(body: JsonObject): URLSearchParams {
  const form = new URLSearchParams();
  const append = (name: string, value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach((item, index) => void append(`${name}[${index}]`, item));
    else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) append(`${name}[${key}]`, item);
    else if (value !== null) form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(body)) append(name, value);
  return form;
}

/** Two parts: `metadata` as JSON and `content` (base64) as bytes of `media_type`. */
function addMultipart(request: VendorRequest, body: JsonObject): void {
  const boundary = `parley-${randomBytes(12).toString('hex')}`;
  const content = typeof body.content === 'string' ? Buffer.from(body.content, 'base64') : Buffer.alloc(0);
  const mediaType = typeof body.media_type === 'string' ? body.media_type : 'application/octet-stream';
  if (/[\r\n]/.test(mediaType)) throw new AppError('invalid_inputs', 'The media type must be one line.');
  request.headers['content-type'] = `multipart/related; boundary=${boundary}`;
  request.body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(body.metadata ?? {})}\r\n` +
        `--${boundary}\r\nContent-Type: ${mediaType}\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
