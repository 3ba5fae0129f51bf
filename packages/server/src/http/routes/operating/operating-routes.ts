import { adminEndpoints, type Endpoint, operatingEndpoints } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
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
  const page = (type: string, body: string, headers: Record<string, string> = {}) =>
    new RawReply({ status: 200, headers: { 'content-type': `${type}; charset=utf-8`, ...headers }, body });
  let reference: string | null = null;
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
      return page('text/plain; version=0.0.4', await metrics.text());
    }),
    route(operatingEndpoints.getOpenApi, ({ call }) => buildOpenApi(endpoints(), call.origin)),
    route(operatingEndpoints.getLlmsText, ({ call }) => page('text/plain', llmsText(endpoints(), call.origin))),
    // The page names no address of the service, so that it is the same for every caller and is made once.
    route(operatingEndpoints.getReference, () => {
      reference ??= renderReference(buildOpenApi(endpoints(), '/'));
      return page('text/html', reference, referenceHeaders);
    }),
    route(operatingEndpoints.getReferenceScript, () =>
      page('text/javascript', readReferenceFile('reference.js'), referenceFileHeaders),
    ),
    route(operatingEndpoints.getReferenceStyle, () =>
      page('text/css', readReferenceFile('reference.css'), referenceFileHeaders),
    ),
  ];
}

const referenceFileHeaders = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };
