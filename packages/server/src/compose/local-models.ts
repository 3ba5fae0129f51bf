import { OllamaServer } from '../adapters/ollama/ollama-server.ts';
import { downloadKind, LocalModelService } from '../features/models/local-models/local-model-service.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import { apiVersion } from '../http/openapi.ts';
import { localModelRoutes } from '../http/routes/dashboard/local-model-routes.ts';
import { hostAndPort } from '../outbound/guard/guarded-connector.ts';
import { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

/** Models on the operator's own servers. Nothing is asked before somebody looks. */
export function composeLocalModels(platform: Platform, { audit, runs }: { audit: AuditLog; runs: RunRoom }) {
  const { clock, config, jobs } = platform;
  // Servers of the operator's own, which may be Ollama under any name; other usual places belong to other programs.
  const providers = config.models.providers.filter(
    ({ id, type, access, priceList }) =>
      type === 'openai' && priceList === null && (id === 'ollama' || access !== 'usual-address'),
  );
  const fetcher = new GuardedFetcher({
    userAgent: `Parley/${apiVersion} (+${config.server.contact})`,
    allowedAddresses: [
      ...config.server.allowPrivateAddresses,
      ...providers.filter(({ baseUrl }) => URL.canParse(baseUrl)).map(({ baseUrl }) => hostAndPort(new URL(baseUrl))),
    ],
    concurrencyPerHost: 8,
  });
  const servers = providers.map(
    ({ id, baseUrl, apiKey, headers, access }) =>
      new OllamaServer({ provider: id, baseUrl, apiKey, headers, isSetUp: access !== 'usual-address', fetcher }),
  );
  const models = new LocalModelService({ servers, runs: runs.open(downloadKind(servers)), jobs, clock });
  return { routes: localModelRoutes({ models, audit }), close: () => fetcher.close() };
}
