import { adminEndpoints, operatingEndpoints } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { CachedText } from '../../cached-text.ts';
import type { HealthChecks } from '../../health-checks.ts';
import type { Metrics } from '../../metrics.ts';
import { apiVersion, buildOpenApi } from '../../openapi.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { widgetScript } from '../../widget/widget-script.ts';
import { type ManualParts, manualRoutes } from './manual-routes.ts';

export interface OperatingParts extends ManualParts {
  health: HealthChecks;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Whether there is something for browsers. */
  hasDashboard(): boolean;
}

/** For pages of any origin; what the script may do there its key decides. */
const widgetHeaders = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

export function operatingRoutes(parts: OperatingParts): Route[] {
  const { health, metrics, metricsToken, endpoints, settings, hasDashboard } = parts;
  const openApi = new CachedText({
    contentType: 'application/json; charset=utf-8',
    make: (origin) => JSON.stringify(buildOpenApi(endpoints(), origin)),
  });
  const widget = new CachedText({
    contentType: 'text/javascript; charset=utf-8',
    headers: widgetHeaders,
    make: widgetScript,
  });
  return [
    route(operatingEndpoints.getIndex, ({ call: { origin } }) => ({
      name: 'Parley' as const,
      version: apiVersion,
      docs: `${origin}/docs`,
      openapi: `${origin}/openapi.json`,
      llms: `${origin}/llms.txt`,
      health: `${origin}/healthz`,
      dashboard: hasDashboard() ? `${origin}/` : null,
    })),
    route(operatingEndpoints.getHealth, () => ({ status: 'ok' })),
    route(operatingEndpoints.getReadiness, async () => {
      const { ok, parts } = await health.check();
      return ok ? { status: 'ready', parts } : new RawReply({ status: 503, body: { status: 'not_ready', parts } });
    }),
    route(adminEndpoints.getHealthReport, () => health.report()),
    route(operatingEndpoints.getMetrics, async ({ raw }) => {
      if (!metricsToken) throw new AppError('not_found', 'Metrics are off; set METRICS_TOKEN to turn them on');
      if (!isSameSecret(raw.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
        throw new AppError('authentication_required', "Send the metrics token as 'Bearer <METRICS_TOKEN>'");
      }
      return new RawReply({
        status: 200,
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        body: await metrics.text(),
      });
    }),
    route(operatingEndpoints.getOpenApi, ({ raw, call }) => openApi.reply(raw, call.origin)),
    route(operatingEndpoints.getWidget, ({ raw }) => widget.reply(raw)),
    ...manualRoutes({ settings, endpoints }),
  ];
}
