import {
  type CreateProviderRequest,
  isJsonObject,
  type JsonObject,
  type ProviderList,
  type ProviderView,
  type UpdateProviderRequest,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { KeyStates } from '../key-ring.ts';
import type { LiveSettings } from './live-settings.ts';
import type { SettingRow } from './model-settings-repository.ts';
import { notFound, type SettingHistory } from './setting-history.ts';

/** What seals keys at rest. */
export interface Sealer {
  seal(text: string, context: readonly string[]): Promise<string>;
  open(envelope: string, context: readonly string[]): Promise<string>;
}

/** A vendor whose shape and address are known. */
export interface KnownVendor {
  id: string;
  type: string;
  baseUrl: string;
  /** Runs on the machine of its user and asks for no key. */
  isLocal: boolean;
}

export interface ProviderServiceParts {
  history: SettingHistory;
  live: LiveSettings;
  sealer: Sealer;
  /** Those that the environment and the file give. */
  atStart: readonly ProviderView[];
  vendors: readonly KnownVendor[];
  /** Throws `url_not_allowed` for an address that this service may not reach. */
  checkAddress: (url: string) => void;
  /** How the keys of a provider fare in this process. */
  keyStates: (id: string) => KeyStates;
  /** Names of routes that name one of its models. */
  routesOf: (id: string) => string[];
}

export type ProviderDocument = Omit<
  ProviderView,
  'id' | 'source' | 'keys' | 'version' | 'changed_by' | 'changed_at'
> & {
  keys: { name: string; weight: number }[];
};

/** What a provider's envelope holds. */
export interface ProviderSecrets {
  keys: Record<string, string>;
  headers: Record<string, string>;
}

export const secretContext = (id: string): readonly string[] => ['model provider', id];

/** Providers of models that the operator adds and changes while the service runs. */
export class ProviderService {
  readonly #parts: ProviderServiceParts;

  constructor(parts: ProviderServiceParts) {
    this.#parts = parts;
  }

  list(): ProviderList {
    const { atStart, live, vendors } = this.#parts;
    const given = new Set(atStart.map(({ id }) => id));
    const set = live.of('provider').filter(({ name }) => !given.has(name));
    return {
      data: [...atStart, ...set.map((row) => this.#view(row))],
      vendors: vendors.map(({ id, type, baseUrl }) => ({ id, type, base_url: baseUrl })),
    };
  }

  get(id: string): ProviderView {
    const given = this.#parts.atStart.find((provider) => provider.id === id);
    if (given) return given;
    const row = this.#parts.live.find('provider', id);
    if (row === undefined) throw notFound('provider', id);
    return this.#view(row);
  }

  async create(request: CreateProviderRequest, actor: string): Promise<ProviderView> {
    const { id, keys = [], headers = {}, ...rest } = request;
    this.#requireOwn(id);
    const vendor = this.#vendorOf(id, rest.vendor);
    const type = rest.type ?? vendor?.type;
    const base_url =
      rest.base_url ?? (type === vendor?.type ? vendor?.baseUrl : undefined) ?? usualAddress(type, rest.region);
    if (type === undefined) throw invalid('type', 'is needed for a provider that is no vendor of the list');
    if (base_url === undefined) throw invalid('base_url', 'is needed for a provider that is no vendor of the list');
    const secrets: ProviderSecrets = { keys: {}, headers };
    const document = { ...rest, type, base_url, keys: takeKeys(keys, secrets, {}), header_names: Object.keys(headers) };
    this.#check(document, secrets, vendor);
    const secret = await this.#seal(id, secrets);
    const row = await this.#parts.history.add({ name: id, actor }, (last) => {
      if (last && last.action !== 'delete')
        throw new AppError('conflict', `There already is a provider ${id}. Change it, or choose another id.`);
      return { action: 'create', document: plain(document), secret };
    });
    return this.#view(row);
  }

  async update(id: string, { version, ...changes }: UpdateProviderRequest, actor: string): Promise<ProviderView> {
    this.#requireOwn(id);
    const row = await this.#parts.history.add({ name: id, actor, expected: version }, async (last) => {
      if (!last || last.action === 'delete') throw notFound('provider', id);
      const before = documentOf(last);
      const kept = await this.secretsOf(last);
      const { keys, headers, ...rest } = changes;
      const secrets: ProviderSecrets = { keys: {}, headers: headers === undefined ? kept.headers : (headers ?? {}) };
      const known = keys === undefined ? before.keys : takeKeys(keys, secrets, kept.keys);
      if (keys === undefined) secrets.keys = kept.keys;
      const merged = { ...before, ...rest, keys: known, header_names: Object.keys(secrets.headers) };
      const document = plain(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)));
      this.#check(documentOf({ document: JSON.stringify(document) }), secrets, this.#vendorOf(id, before.vendor));
      return { action: 'update', document, secret: await this.#seal(id, secrets) };
    });
    return this.#view(row);
  }

  async remove(id: string, actor: string): Promise<void> {
    this.#requireOwn(id);
    const routes = this.#parts.routesOf(id);
    if (routes.length > 0) {
      throw new AppError('conflict', `${id} serves ${routes.slice(0, 10).join(', ')}; change those first.`, {
        title: 'Provider is in use',
      });
    }
    await this.#parts.history.add({ name: id, actor }, (last) => {
      if (!last || last.action === 'delete') throw notFound('provider', id);
      return { action: 'delete', document: JSON.parse(last.document), secret: null };
    });
  }

  async revert(id: string, wanted: number | undefined, actor: string): Promise<ProviderView> {
    this.#requireOwn(id);
    const row = await this.#parts.history.add({ name: id, actor }, (last, all) => {
      if (!last) throw notFound('provider', id);
      const { document, secret } = this.#parts.history.before(all, wanted);
      return { action: 'revert', document: JSON.parse(document), secret };
    });
    return this.#view(row);
  }

  versions(id: string) {
    this.#requireOwn(id);
    return this.#parts.history.list(id);
  }

  /** For those who make calls with them. */
  async secretsOf(row: Pick<SettingRow, 'name' | 'secret'>): Promise<ProviderSecrets> {
    if (row.secret === null) return { keys: {}, headers: {} };
    return JSON.parse(await this.#parts.sealer.open(row.secret, secretContext(row.name)));
  }

  async #seal(id: string, secrets: ProviderSecrets): Promise<string | null> {
    if (Object.keys(secrets.keys).length === 0 && Object.keys(secrets.headers).length === 0) return null;
    return this.#parts.sealer.seal(JSON.stringify(secrets), secretContext(id));
  }

  #requireOwn(id: string): void {
    const given = this.#parts.atStart.find((provider) => provider.id === id);
    if (given === undefined) return;
    throw new AppError('set_at_start', `The provider ${id} comes from the ${given.source}; it is changed there.`);
  }

  #vendorOf(id: string, named: string | undefined): KnownVendor | undefined {
    const vendor = this.#parts.vendors.find((one) => one.id === (named ?? id));
    if (vendor || named === undefined) return vendor;
    const known = this.#parts.vendors.map((one) => one.id).join(', ');
    throw invalid('vendor', `must be one of ${known}`);
  }

  #check(document: ProviderDocument, secrets: ProviderSecrets, vendor: KnownVendor | undefined): void {
    if (!URL.canParse(document.base_url)) throw invalid('base_url', 'must be a whole http or https address');
    this.#parts.checkAddress(document.base_url);
    for (const { name } of document.keys)
      if (secrets.keys[name] === undefined) throw invalid('keys', `has no value for ${name}`);
    for (const [name, value] of Object.entries(secrets.headers)) {
      if (/[\r\n\0]/.test(value)) throw invalid(`headers.${name}`, 'must be one line');
    }
    const isOfVendor = vendor !== undefined && !vendor.isLocal && document.base_url === vendor.baseUrl;
    if (isOfVendor && document.keys.length === 0)
      throw invalid('keys', `must hold a key: ${vendor.id} answers nobody without one`);
    if (document.type === 'vertex') requireCloud(document, secrets);
  }

  #view(row: Omit<SettingRow, 'sequence'>): ProviderView {
    const document = documentOf(row);
    const states = this.#parts.keyStates(row.name);
    return {
      id: row.name,
      source: 'api',
      ...document,
      keys: document.keys.map((key) => ({ ...key, ...(states.get(key.name) ?? { state: 'ready', cooling_ms: 0 }) })),
      version: row.version,
      changed_by: row.changed_by,
      changed_at: new Date(row.changed_at).toISOString(),
    };
  }
}

// What was stored is what a request's schema had let in.
export const documentOf = (row: Pick<SettingRow, 'document'>): ProviderDocument => JSON.parse(row.document);

/** Vertex and Bedrock are asked where their region is. */
function usualAddress(type: string | undefined, region: string | undefined): string | undefined {
  if (type === 'bedrock' && region !== undefined) return `https://bedrock-runtime.${region}.amazonaws.com`;
  if (type !== 'vertex') return undefined;
  return region === undefined || region === 'global'
    ? 'https://aiplatform.googleapis.com'
    : `https://${region}-aiplatform.googleapis.com`;
}

function requireCloud({ region, project, keys }: ProviderDocument, secrets: ProviderSecrets): void {
  if (region === undefined) throw invalid('region', 'is needed for vertex');
  for (const { name } of keys) {
    const account = readJson(secrets.keys[name] ?? '');
    const isAccount =
      isJsonObject(account) && typeof account.client_email === 'string' && typeof account.private_key === 'string';
    if (!isAccount)
      throw invalid('keys', `${name} must be the JSON of a service account, with client_email and private_key`);
    if (project === undefined && typeof account.project_id !== 'string')
      throw invalid('project', 'is needed: the service account names none');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Puts values where they are sealed; one that is left out stays as it was under its name. */
function takeKeys(
  given: NonNullable<CreateProviderRequest['keys']>,
  secrets: ProviderSecrets,
  before: Record<string, string>,
): ProviderDocument['keys'] {
  return given.map(({ name, value, weight = 1 }, index) => {
    const kept = value ?? (Object.hasOwn(before, name) ? before[name] : undefined);
    if (kept === undefined) throw invalid(`keys[${index}].value`, `is needed: there is no key ${name} yet`);
    if (Object.hasOwn(secrets.keys, name)) throw invalid(`keys[${index}].name`, `stands twice: ${name}`);
    secrets.keys[name] = kept;
    return { name, weight };
  });
}

function plain(document: object): JsonObject {
  return JSON.parse(JSON.stringify(document));
}

const invalid = (param: string, must: string): AppError =>
  new AppError('invalid_request', `${param} ${must}`, { title: `${param} is not valid`, param });
