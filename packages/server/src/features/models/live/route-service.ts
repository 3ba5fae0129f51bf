import type { CreateRouteRequest, ModelRouteList, ModelRouteView, ReplaceRouteRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { LiveSettings } from './live-settings.ts';
import type { SettingRow } from './model-settings-repository.ts';
import { notFound, type SettingHistory } from './setting-history.ts';

export interface RouteServiceParts {
  history: SettingHistory;
  live: LiveSettings;
  /** Those that the environment and the file give. */
  atStart: readonly ModelRouteView[];
  /** Names of providers whose models can be named now. */
  providers: () => string[];
}

export type RouteDocument = Omit<ReplaceRouteRequest, 'version'>;

/** Names for callers, and the engines behind them, that the operator sets while the service runs. */
export class RouteService {
  readonly #parts: RouteServiceParts;

  constructor(parts: RouteServiceParts) {
    this.#parts = parts;
  }

  list(): ModelRouteList {
    const { atStart, live } = this.#parts;
    const given = new Set(atStart.map(({ id }) => id));
    const set = live.of('route').filter(({ name }) => !given.has(name));
    return { data: [...atStart, ...set.map(toView)] };
  }

  get(id: string): ModelRouteView {
    const given = this.#parts.atStart.find((route) => route.id === id);
    if (given) return given;
    const row = this.#parts.live.find('route', id);
    if (row === undefined) throw notFound('route', id);
    return toView(row);
  }

  async create({ id, ...document }: CreateRouteRequest, actor: string): Promise<ModelRouteView> {
    this.#requireOwn(id);
    this.#check(id, document);
    const row = await this.#parts.history.add({ name: id, actor }, (last) => {
      if (last && last.action !== 'delete')
        throw new AppError('conflict', `There already is a route ${id}. Change it, or choose another id.`);
      return { action: 'create', document: toDocument(document), secret: null };
    });
    return toView(row);
  }

  async replace(id: string, { version, ...document }: ReplaceRouteRequest, actor: string): Promise<ModelRouteView> {
    this.#requireOwn(id);
    this.#check(id, document);
    const row = await this.#parts.history.add({ name: id, actor, expected: version }, (last) => {
      if (!last || last.action === 'delete') throw notFound('route', id);
      return { action: 'update', document: toDocument(document), secret: null };
    });
    return toView(row);
  }

  async remove(id: string, actor: string): Promise<void> {
    this.#requireOwn(id);
    await this.#parts.history.add({ name: id, actor }, (last) => {
      if (!last || last.action === 'delete') throw notFound('route', id);
      return { action: 'delete', document: JSON.parse(last.document), secret: null };
    });
  }

  async revert(id: string, wanted: number | undefined, actor: string): Promise<ModelRouteView> {
    this.#requireOwn(id);
    const row = await this.#parts.history.add({ name: id, actor }, (last, all) => {
      if (!last) throw notFound('route', id);
      const document = JSON.parse(this.#parts.history.before(all, wanted).document);
      this.#check(id, document);
      return { action: 'revert', document, secret: null };
    });
    return toView(row);
  }

  versions(id: string) {
    this.#requireOwn(id);
    return this.#parts.history.list(id);
  }

  /** Names of routes that name a model of this provider. */
  routesOf(provider: string): string[] {
    return this.#parts.live
      .of('route')
      .filter((row) => enginesIn(routeDocumentOf(row)).some((engine) => engine.startsWith(`${provider}/`)))
      .map(({ name }) => name);
  }

  #requireOwn(id: string): void {
    const given = this.#parts.atStart.find((route) => route.id === id);
    if (given === undefined) return;
    throw new AppError('set_at_start', `The route ${id} comes from the ${given.source}; it is changed there.`);
  }

  #check(id: string, document: RouteDocument): void {
    const providers = this.#parts.providers();
    for (const engine of enginesIn(document)) {
      if (engine === 'reader') continue;
      const slash = engine.indexOf('/');
      const isNamed = slash > 0 && slash < engine.length - 1;
      if (!isNamed) throw invalid(engine, 'is not of the form provider/model');
      if (!providers.includes(engine.slice(0, slash)))
        throw invalid(engine, `names no provider that is set up; there are ${providers.join(', ') || 'none'}`);
    }
    for (const alias of document.aliases ?? []) {
      const taken = this.list().data.find(
        (route) => route.id !== id && (route.id === alias || route.aliases?.includes(alias)),
      );
      if (taken || alias === id)
        throw new AppError('conflict', `The name ${alias} belongs to the route ${taken?.id ?? id} already.`);
    }
    const other = this.list().data.find((route) => route.id !== id && route.aliases?.includes(id));
    if (other) throw new AppError('conflict', `The name ${id} is an alias of the route ${other.id}.`);
  }
}

// What was stored is what a request's schema had let in.
export const routeDocumentOf = (row: Pick<SettingRow, 'document'>): RouteDocument => JSON.parse(row.document);

/** Every engine that a route names. */
function enginesIn({ engines, fallbacks = [], fallbacks_by = {}, canary, shadow }: RouteDocument): string[] {
  return [
    ...engines.map(({ engine }) => engine),
    ...fallbacks,
    ...Object.values(fallbacks_by).flat(),
    ...(canary ? [canary.engine] : []),
    ...(shadow ? [shadow.engine] : []),
  ];
}

function toView(row: Omit<SettingRow, 'sequence'>): ModelRouteView {
  const document = routeDocumentOf(row);
  return {
    id: row.name,
    source: 'api',
    ...document,
    engines: document.engines.map(({ engine, weight = 1 }) => ({ engine, weight })),
    version: row.version,
    changed_by: row.changed_by,
    changed_at: new Date(row.changed_at).toISOString(),
  };
}

function toDocument(document: RouteDocument) {
  return JSON.parse(JSON.stringify(document));
}

const invalid = (engine: string, why: string): AppError =>
  new AppError('invalid_request', `The engine "${engine.slice(0, 200)}" ${why}`, {
    title: 'engine is not valid',
    param: 'engines',
  });
