import type {
  EngineState,
  ModelsReport,
  Overview,
  SearchBackendState,
  ServedCapability,
  WordsLanguage,
} from '@parley/contract';
import type { Clock } from '../../../ports/clock.ts';
import type { EngineSightings } from '../../money/billing/engine-sightings.ts';
import type { ReportRepository } from '../../money/usage-reports/report-repository.ts';
import type { Measured, UsageReader } from '../../money/usage-reports/usage-reader.ts';
import { findMisconfigurations, type SetupFacts } from './find-misconfigurations.ts';
import type { OverviewRepository } from './overview-repository.ts';
import { statusWords } from './words/in-languages.ts';
import type { StatusWords } from './words/status-words.ts';

/** An engine without what was measured of it. */
export type KnownEngine = Omit<EngineState, 'last_day' | 'state' | 'seen_at'>;

export interface OverviewParts {
  repository: OverviewRepository;
  ledger: Pick<ReportRepository, 'lastAt' | 'listCalls'>;
  usage: UsageReader;
  sightings: EngineSightings;
  /** Durations of calls; see `latency-steps.ts`. */
  measure: () => { add(ms: number): void; percentile(share: number): number | null };
  facts: () => Promise<Omit<SetupFacts, 'unpricedCalls'>>;
  capabilities: (words: StatusWords) => Promise<ServedCapability[]>;
  engines: () => KnownEngine[];
  search: () => SearchBackendState[];
  waitingJobs: () => Promise<number>;
  firingAlerts: (workspaceId: string | undefined) => Promise<number>;
  version: string;
  defaultModel: string;
  clock: Clock;
}

const dayMs = 24 * 60 * 60_000;
/** Figures of a whole day are asked for once in so long. */
const keptMs = 30_000;
const recalledCalls = 1_000;

/** What serves what, what happened today, and what to do. */
export class OverviewService {
  readonly #parts: OverviewParts;
  readonly #lastDay = new Map<string, { figures: Promise<Map<string, EngineState['last_day']>>; until: number }>();

  #recalled: Promise<void> | null = null;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
  }

  async overview(workspaceId: string | undefined, origin: string, language: WordsLanguage = 'en'): Promise<Overview> {
    const words = statusWords[language];
    const { repository, ledger, usage, clock, ...parts } = this.#parts;
    const now = clock.now();
    const today = Math.floor(now / dayMs) * dayMs;
    const filter = { workspaceId };
    await this.#recall();
    const [sums, before, counts, capabilities, facts] = await Promise.all([
      usage.total({ from: today, to: now + 1 }, filter),
      usage.total({ from: today - dayMs, to: now - dayMs }, filter),
      repository.counts(workspaceId, now),
      parts.capabilities(words),
      parts.facts(),
    ]);
    // After the sums, for which calls that have just ended are written down.
    const last = await ledger.lastAt(filter);
    return {
      version: parts.version,
      base_url: origin,
      default_model: parts.defaultModel,
      capabilities,
      today: sums.toJson(),
      yesterday: before.toJson(),
      counts: {
        ...counts,
        waiting_jobs: await parts.waitingJobs(),
        firing_alerts: await parts.firingAlerts(workspaceId),
      },
      last_call_at: last === null ? null : new Date(last).toISOString(),
      misconfigurations: findMisconfigurations({ ...facts, unpricedCalls: sums.unpriced }, words),
    };
  }

  async models(workspaceId: string | undefined): Promise<ModelsReport> {
    const { engines, search, defaultModel } = this.#parts;
    await this.#recall();
    const figures = await this.#figures(workspaceId);
    return {
      default_model: defaultModel,
      engines: engines().map((engine) => ({
        ...engine,
        ...this.#seen(engine),
        last_day: figures.get(this.#keyOf(engine)) ?? nothing,
      })),
      search: search(),
    };
  }

  #keyOf({ engine, kind }: KnownEngine): string {
    return this.#parts.sightings.keyOf({ engine, isVideo: kind === 'videos' });
  }

  #seen({ engine, kind, breaker }: KnownEngine): Pick<EngineState, 'state' | 'seen_at'> {
    const seen = this.#parts.sightings.of(engine, { isVideo: kind === 'videos' });
    const state = breaker === 'open' || seen?.hasFailed ? 'failing' : seen ? 'working' : 'untried';
    return { state, seen_at: seen && new Date(seen.at).toISOString() };
  }

  /** What the newest calls before this start saw of their engines. */
  #recall(): Promise<void> {
    this.#recalled ??= this.#parts.ledger.listCalls({ limit: recalledCalls }).then((calls) => {
      for (const call of calls) this.#parts.sightings.saw(call);
    });
    this.#recalled.catch(() => {
      this.#recalled = null;
    });
    return this.#recalled;
  }

  #figures(workspaceId: string | undefined): Promise<Map<string, EngineState['last_day']>> {
    const name = workspaceId ?? '';
    const now = this.#parts.clock.now();
    const known = this.#lastDay.get(name);
    if (known && known.until > now) return known.figures;
    for (const [key, { until }] of this.#lastDay) if (until <= now) this.#lastDay.delete(key);
    const figures = this.#measure(workspaceId, now);
    this.#lastDay.set(name, { figures, until: now + keptMs });
    figures.catch(() => this.#lastDay.delete(name));
    return figures;
  }

  async #measure(workspaceId: string | undefined, now: number): Promise<Map<string, EngineState['last_day']>> {
    const { usage, measure, sightings } = this.#parts;
    const engines = new Map<string, ReturnType<typeof begin>>();
    const begin = () => ({ requests: 0, errors: 0, last: 0, durations: measure(), firstTokens: measure() });
    const take = (measured: Measured) => {
      if (measured.kind !== 'record' || measured.row.engine === null) return;
      const { engine, endpoint, status, duration_ms, first_token_ms } = measured.row;
      const key = sightings.keyOf({ engine, isVideo: sightings.isOfVideo(endpoint) });
      const one = engines.get(key) ?? begin();
      engines.set(key, one);
      one.requests++;
      if (sightings.isFailure(status)) one.errors++;
      one.last = Math.max(one.last, measured.at);
      one.durations.add(duration_ms);
      if (first_token_ms !== null) one.firstTokens.add(first_token_ms);
    };
    await usage.records({ from: now - dayMs, to: now + 1 }, { workspaceId }, take);
    return new Map(
      [...engines].map(([engine, { requests, errors, last, durations, firstTokens }]) => [
        engine,
        {
          requests,
          errors,
          p50_ms: durations.percentile(0.5),
          p95_ms: durations.percentile(0.95),
          first_token_p50_ms: firstTokens.percentile(0.5),
          last_used_at: new Date(last).toISOString(),
        },
      ]),
    );
  }
}

const nothing: EngineState['last_day'] = {
  requests: 0,
  errors: 0,
  p50_ms: null,
  p95_ms: null,
  first_token_p50_ms: null,
  last_used_at: null,
};
