import { createHash } from 'node:crypto';
import type { ModelsConfig } from '../config/models.ts';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { KeyRing, type KeyStates, type RingKey } from '../features/models/key-ring.ts';
import type { EngineMarks } from '../features/models/routing-wishes.ts';
import { guardedConnector, lookupAll } from '../outbound/guard/guarded-connector.ts';
import { UpstreamClient } from '../outbound/model-http/upstream-client.ts';
import type { ModelProvider } from '../ports/model-provider.ts';
import { type ModelVendorParts, modelVendors } from '../vendors/model-vendors.ts';
import type { Platform } from './platform.ts';

/** A key as it is used. */
interface PooledKey {
  name: string;
  weight: number;
  value: string;
}

/** A provider that was set while the service runs. */
export interface LiveProvider extends ProviderSettings {
  keys: PooledKey[];
  limits: { requestsPerMinute: number | null; tokensPerMinute: number | null; concurrentRequests: number | null };
  cooldown: { unauthorizedMs: number; rateLimitedMs: number };
  marks: EngineMarks;
}

export interface Pooled {
  settings: ProviderSettings;
  parts: ModelVendorParts;
  provider: ModelProvider | null;
  marks: EngineMarks;
  ring: KeyRing | null;
  /** Of all that it was made of; null for those of the start. */
  print: string | null;
}

const unmarked: EngineMarks = { collectsNothing: false, keepsNothing: false, region: null };
const noStates: KeyStates = new Map();

/** The providers of models with their connections: those of the start, and those that are set while the service runs. */
export class ProviderPool {
  readonly #platform: Platform;
  readonly #random: () => number;
  readonly #shared: ModelVendorParts;
  readonly #atStart: Map<string, Pooled>;
  #live = new Map<string, Pooled>();

  constructor(platform: Platform, random: () => number) {
    this.#platform = platform;
    this.#random = random;
    const { timeouts, providers } = platform.config.models;
    this.#shared = { client: new UpstreamClient(timeouts), timeouts };
    this.#atStart = new Map(providers.map((settings) => [settings.id, this.#ofStart(settings)]));
  }

  get shared(): ModelVendorParts {
    return this.#shared;
  }

  /** Those of the start win; a local server that nobody set up gives way. */
  get settings(): ProviderSettings[] {
    const given = [...this.#atStart.values()].filter(({ settings }) => !this.#live.has(settings.id));
    return [...given, ...this.#live.values()].map(({ settings }) => settings);
  }

  find(id: string): Pooled | undefined {
    return this.#live.get(id) ?? this.#atStart.get(id);
  }

  /** The provider of an engine by its name. */
  of(engine: string): Pooled | undefined {
    const slash = engine.indexOf('/');
    return slash < 0 ? undefined : this.find(engine.slice(0, slash));
  }

  partsOf(id: string): ModelVendorParts {
    return this.find(id)?.parts ?? this.#shared;
  }

  keyStates(id: string): KeyStates {
    return this.#live.get(id)?.ring?.states ?? noStates;
  }

  marksOf(engine: string): EngineMarks {
    if (engine === 'reader') return { collectsNothing: true, keepsNothing: true, region: null };
    return this.of(engine)?.marks ?? unmarked;
  }

  /** Takes over what is set now. Gives the providers whose engines are other ones from now on. */
  replace(providers: readonly LiveProvider[]): string[] {
    const before = this.#live;
    const next = new Map<string, Pooled>();
    for (const settings of providers) {
      const print = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
      const known = before.get(settings.id);
      next.set(settings.id, known?.print === print ? known : this.#ofLive(settings, print));
    }
    this.#live = next;
    const changed = [...new Set([...before.keys(), ...next.keys()])].filter((id) => before.get(id) !== next.get(id));
    for (const id of changed) {
      const gone = before.get(id);
      // Replies under way keep their connections to their end.
      if (gone) void gone.parts.client.retire().catch(() => {});
    }
    return changed;
  }

  async close(): Promise<void> {
    const own = [...this.#atStart.values(), ...this.#live.values()].map(({ parts }) => parts.client);
    for (const client of new Set([this.#shared.client, ...own])) await client.close();
  }

  #ofStart(settings: ProviderSettings): Pooled {
    const parts = isUsual(settings) ? this.#shared : this.#ownParts(settings);
    const provider = modelVendors[settings.type].create?.(settings, parts) ?? null;
    return { settings, parts, provider, marks: unmarked, ring: null, print: null };
  }

  #ofLive(settings: LiveProvider, print: string): Pooled {
    const allowed = new Set(
      this.#platform.config.server.allowPrivateAddresses.map((entry) => entry.trim().toLowerCase()),
    );
    const parts = this.#ownParts(settings, (connectTimeoutMs) =>
      guardedConnector({ lookup: lookupAll, allowed, connectTimeoutMs }),
    );
    const ring = this.#ring(settings, parts);
    const hasTexts = modelVendors[settings.type].create !== undefined;
    return { settings, parts, provider: hasTexts ? ring : null, marks: settings.marks, ring, print };
  }

  #ring(settings: LiveProvider, parts: ModelVendorParts): KeyRing {
    const { create } = modelVendors[settings.type];
    const { counters, clock } = this.#platform;
    const keyed = settings.keys.map(
      ({ name, weight, value }): RingKey => ({
        name,
        weight,
        value,
        provider: create?.({ ...settings, apiKey: value }, parts) ?? null,
      }),
    );
    const [first, ...others] = keyed;
    const nobody = { ...settings, apiKey: undefined };
    const none: RingKey = { name: '', weight: 1, value: undefined, provider: create?.(nobody, parts) ?? null };
    return new KeyRing({
      id: settings.id,
      keys: first === undefined ? [none] : [first, ...others],
      cooldown: settings.cooldown,
      limits: settings.limits,
      counters,
      now: () => clock.now(),
      random: this.#random,
    });
  }

  #ownParts({ part }: ProviderSettings, connector?: ConstructorParameters<typeof UpstreamClient>[1]): ModelVendorParts {
    const usual: ModelsConfig['timeouts'] = this.#platform.config.models.timeouts;
    const { connect_ms, idle_ms, total_ms } = part.timeouts ?? {};
    const timeouts = {
      connectMs: connect_ms ?? usual.connectMs,
      idleMs: idle_ms ?? usual.idleMs,
      totalMs: total_ms ?? usual.totalMs,
    };
    return { client: new UpstreamClient({ ...timeouts, headersMs: timeouts.totalMs }, connector), timeouts };
  }
}

/** Without time limits of its own a provider shares its connections' settings with the others. */
function isUsual({ part }: ProviderSettings): boolean {
  const { connect_ms, idle_ms, total_ms } = part.timeouts ?? {};
  return connect_ms === undefined && idle_ms === undefined && total_ms === undefined;
}
