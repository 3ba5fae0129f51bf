import { adminEndpoints, type Endpoint, operatingEndpoints } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { CachedText } from '../../cached-text.ts';
import type { HealthChecks } from '../../health-checks.ts';
import type { Metrics } from '../../metrics.ts';
import { buildOpenApi } from '../../openapi.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { llmsText } from './llms-text.ts';
import { readReferenceFile, referenceHeaders, renderReference } from './reference-page.ts';

export interface OperatingParts {
  health: HealthChecks;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** All endpoints of the service, known once every route exists. */
  endpoints(): Endpoint[];
}

export function operatingRoutes({ health, metrics, metricsToken, endpoints }: OperatingParts): Route[] {
  const openApi = new CachedText({
    contentType: 'application/json; charset=utf-8',
    make: (origin) => JSON.stringify(buildOpenApi(endpoints(), origin)),
  });
  const guide = new CachedText({
    contentType: 'text/plain; charset=utf-8',
    make: (origin) => llmsText(endpoints(), origin),
  });
  // The page names no address of the service, so that it is the same for every caller.
  const reference = new CachedText({
    contentType: 'text/html; charset=utf-8',
    headers: referenceHeaders,
    make: () => renderReference(buildOpenApi(endpoints(), '/')),
  });
  const script = referenceFile('text/javascript', 'reference.js');
  const style = referenceFile('text/css', 'reference.css');
  return [
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
    route(operatingEndpoints.getLlmsText, ({ raw, call }) => guide.reply(raw, call.origin)),
    route(operatingEndpoints.getReference, ({ raw }) => reference.reply(raw)),
    route(operatingEndpoints.getReferenceScript, ({ raw }) => script.reply(raw)),
    route(operatingEndpoints.getReferenceStyle, ({ raw }) => style.reply(raw)),
  ];
}

const referenceFile = (contentType: string, name: 'reference.css' | 'reference.js'): CachedText =>
  new CachedText({
    contentType: `${contentType}; charset=utf-8`,
    headers: { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' },
    make: () => readReferenceFile(name),
  });
