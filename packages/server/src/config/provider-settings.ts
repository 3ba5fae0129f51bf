import {
  type KnownProvider,
  knownProviders,
  type ModelAccess,
  type ModelVendorType,
} from '../vendors/model-vendors.ts';
import { type ConfigSource, text, url } from './config-source.ts';
import type { ProviderPart } from './models-file.ts';

export interface ProviderSettings extends ModelAccess {
  type: ModelVendorType;
  /**
   * `key`: it has one · `address`: no key but an address that the operator gave · `usual-address`: a local server where
   * it usually is, used only when it is named or found.
   */
  access: 'key' | 'address' | 'usual-address';
  /** What made it usable, for the line at the start: a variable's name or the file. */
  from: string;
  /** The model to use when the provider is chosen and no model was named. */
  usualModel: string | undefined;
  /** The vendor whose price list holds; null for a server of one's own. */
  priceList: string | null;
  part: ProviderPart;
}

/** All providers that can be used, those of the file over those of the environment. */
export function readProviders(source: ConfigSource, parts: Record<string, ProviderPart>): ProviderSettings[] {
  const fromFile = Object.entries(parts).flatMap(([id, part]) => readPart(source, id, part) ?? []);
  const fromEnvironment = Object.entries(knownProviders)
    .filter(([id]) => parts[id] === undefined)
    .flatMap(([id, known]) => readKnown(source, id, known) ?? []);
  return [...fromEnvironment, ...fromFile];
}

function readKnown(source: ConfigSource, id: string, known: KnownProvider): ProviderSettings | undefined {
  const keyName = known.keyNames.find((name) => text(source, name) !== undefined);
  const given =
    id === 'ollama' ? ollamaAddress(source) : known.urlName && url(source, known.urlName, ['http', 'https']);
  const access = keyName !== undefined ? 'key' : given !== undefined ? 'address' : 'usual-address';
  if (access === 'usual-address' && !known.isLocal) return undefined;
  return {
    id,
    type: known.type,
    baseUrl: given || known.baseUrl,
    apiKey: keyName === undefined ? undefined : text(source, keyName),
    headers: {},
    package: undefined,
    settings: {},
    access,
    from: keyName ?? (id === 'ollama' ? 'OLLAMA_HOST' : (known.urlName ?? id)),
    // Another server under a vendor's address variable has models of its own.
    usualModel: given === undefined ? known.usualModel : undefined,
    priceList: priceListOf(id, known, given || known.baseUrl),
    part: {},
  };
}

/** `OLLAMA_HOST` is an address, a host, or a host and port; as the address to listen on, it can be 0.0.0.0. */
function ollamaAddress(source: ConfigSource): string | undefined {
  const given = text(source, 'OLLAMA_HOST');
  if (given === undefined) return undefined;
  const whole = /^https?:\/\//.test(given) ? given : `http://${given}`;
  if (!URL.canParse(whole)) {
    source.problem('OLLAMA_HOST', 'must be a host, host:port or an http address');
    return undefined;
  }
  const address = new URL(whole);
  if (address.hostname === '0.0.0.0' || address.hostname === '[::]') address.hostname = '127.0.0.1';
  if (address.port === '' && !/^https?:\/\/[^/]*:\d+/.test(whole) && address.protocol === 'http:')
    address.port = '11434';
  return `${address.origin}${address.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

function readPart(source: ConfigSource, id: string, part: ProviderPart): ProviderSettings | undefined {
  const known = knownProviders[id];
  const type = part.type ?? (part.package === undefined ? (known?.type ?? 'openai') : 'ai-sdk');
  const where = `providers.${id}`;
  const baseUrl = part.base_url ?? known?.baseUrl;
  const keyName = part.api_key_env ?? known?.keyNames.find((name) => text(source, name) !== undefined);
  const apiKey = part.api_key ?? (keyName === undefined ? undefined : text(source, keyName));
  if (part.api_key_env !== undefined && part.api_key === undefined && apiKey === undefined) {
    source.problem(where, `api_key_env names ${part.api_key_env}, which is not set`);
  }
  if (type === 'ai-sdk' && part.package === undefined) source.problem(where, 'of type ai-sdk needs "package"');
  if (type !== 'ai-sdk' && baseUrl === undefined) source.problem(where, 'needs "base_url"');
  if (type !== 'ai-sdk' && apiKey === undefined && part.base_url === undefined && !known?.isLocal) {
    source.problem(where, 'needs "api_key", "api_key_env" or "base_url"');
  }
  return {
    id,
    type,
    baseUrl: baseUrl ?? '',
    apiKey,
    headers: part.headers ?? {},
    package: part.package,
    settings: part.settings ?? {},
    access: apiKey === undefined ? 'address' : 'key',
    from: 'parley.config.json',
    usualModel: part.base_url === undefined ? known?.usualModel : undefined,
    priceList: priceListOf(id, known, baseUrl ?? ''),
    part,
  };
}

/** A vendor's prices hold behind a proxy of the vendor too, but not for a server on one's own machine or network. */
export function priceListOf(id: string, known: KnownProvider | undefined, baseUrl: string): string | null {
  if (known === undefined || known.isLocal === true) return null;
  return URL.canParse(baseUrl) && isPrivateHost(new URL(baseUrl).hostname) ? null : id;
}

function isPrivateHost(host: string): boolean {
  return /^(?:localhost|.*\.(?:local|internal|lan)|\[.*\]|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|[^.]+)$/.test(
    host,
  );
}
