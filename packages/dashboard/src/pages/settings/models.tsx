import type { EngineState, SearchBackendState } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatDuration, formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NumberValue, Time } from '../../ui/values.tsx';
import { LocalModels } from './local-models.tsx';
import { useSettingsText } from './settings-text.ts';

const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }));

const refreshMs = 15_000;
/** In the address, where a link means whichever engine has no price. */
const anyUnknown = 'unknown';

/** Engines, models on own servers, and search back ends, with their health. */
export function Models() {
  const text = useSettingsText();
  const parley = useParley();
  const isOperator = useHasRole('admin', 'instance');
  const [asked, setAsked] = useUrlState('price');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.models.report,
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => parley.api.getModelsReport({}, { signal }),
  });
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows count={5} className="h-20" />;
  const mayPrice = ({ kind, price }: EngineState) => isOperator && price !== 'known' && kind === 'text';
  const priced = data.engines.find((engine) =>
    asked === anyUnknown ? engine.price === 'unknown' && mayPrice(engine) : engine.engine === asked && mayPrice(engine),
  );
  return (
    <div className="flex flex-col gap-5">
      <Card title={text.engines} description={`${text.enginesHint} ${text.defaultModel(data.default_model)}`} isFlush>
        <ul className="divide-y border-t">
          {data.engines.map((engine) => (
            <Engine
              key={`${engine.kind}-${engine.engine}`}
              engine={engine}
              mayPrice={mayPrice(engine)}
              onPrice={() => setAsked(engine.engine)}
            />
          ))}
        </ul>
      </Card>
      {priced && (
        <Suspense fallback={null}>
          <PriceDialog key={priced.engine} engine={priced} onClose={() => setAsked('')} />
        </Suspense>
      )}
      {isOperator && <LocalModels />}
      <Card title={text.searchBackends} description={text.searchHint} isFlush>
        {data.search.length === 0 ? (
          <p className="px-4 pb-4 text-sm text-muted">{text.noBackends}</p>
        ) : (
          <ul className="divide-y border-t">
            {data.search.map((backend) => (
              <Backend key={backend.name} backend={backend} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

const breakerTones = { open: 'bad', 'half-open': 'warn' } as const;
const engineTones = { untried: 'neutral', working: 'good', failing: 'bad' } as const;

interface EngineProps {
  engine: EngineState;
  /** Its vendor's price may be set. */
  mayPrice: boolean;
  onPrice: () => void;
}

function Engine({ engine, mayPrice, onPrice }: EngineProps) {
  const text = useSettingsText();
  const language = useLanguage();
  const { last_day: day, upstream_prices: prices, breaker } = engine;
  const ms = (value: number | null) => (value === null ? '–' : formatDuration(value, language));
  const sum = prices
    ? text.priceOf(formatMoney(prices.input_usd, language), formatMoney(prices.output_usd, language))
    : engine.price === 'unknown'
      ? text.noPrice
      : text.free;
  const facts = [
    [text.requests, <NumberValue key="requests" value={day.requests} />],
    [
      text.errors,
      <span key="errors" className={day.errors > 0 ? 'text-bad' : ''}>
        <NumberValue value={day.errors} />
      </span>,
    ],
    [text.latency, `${ms(day.p50_ms)} / ${ms(day.p95_ms)}`],
    [text.firstToken, ms(day.first_token_p50_ms)],
    [
      text.prices,
      <span key="price" className="flex flex-wrap items-center gap-x-2">
        {sum}
        {mayPrice && (
          <Button size="small" look="quiet" onClick={onPrice}>
            {prices ? text.changePrice : text.setPrice}
          </Button>
        )}
      </span>,
    ],
    [text.lastUsed, <Time key="used" value={day.last_used_at} />],
  ] as const;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 truncate font-mono text-sm font-medium" title={engine.engine}>
          {engine.engine}
        </span>
        <span className="text-xs text-muted">
          {text.kinds[engine.kind]}
          {engine.embedded && ` · ${text.embedded}`}
        </span>
        <span className="ml-auto flex items-center gap-2 text-xs text-muted">
          {engine.seen_at && <Time value={engine.seen_at} />}
          {breaker !== null && breaker !== 'closed' ? (
            <Badge tone={breakerTones[breaker]} title={text.breakerHints[breaker]}>
              {text.breakers[breaker]}
            </Badge>
          ) : (
            <Badge tone={engineTones[engine.state]}>{text.engineStates[engine.state]}</Badge>
          )}
        </span>
      </div>
      <p className="truncate text-xs text-muted" title={engine.models.join(', ')}>
        {text.names}: <span className="font-mono">{engine.models.join(', ') || '–'}</span>
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs sm:grid-cols-3 xl:grid-cols-6">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const backendTones: Record<SearchBackendState['state'], Tone> = {
  untried: 'neutral',
  working: 'good',
  refusing: 'bad',
  timing_out: 'warn',
};

function Backend({ backend }: { backend: SearchBackendState }) {
  const text = useSettingsText();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span className="w-40 truncate font-mono" title={backend.name}>
        {backend.name}
      </span>
      <Badge tone={backendTones[backend.state]}>{text.backendStates[backend.state]}</Badge>
      <span className="min-w-0 flex-1 basis-48 text-xs text-muted">{backend.message}</span>
      {backend.seen_at && (
        <span className="text-xs text-muted">
          <Time value={backend.seen_at} />
        </span>
      )}
      {backend.rests_until && (
        <span className="text-xs text-muted">
          {text.rests} <Time value={backend.rests_until} mayBeAhead />
        </span>
      )}
    </li>
  );
}
