import { OllamaServer } from '../adapters/ollama/ollama-server.ts';
import type { AuditLog } from '../features/audit/audit-log.ts';
import { DownloadRepository } from '../features/local-models/download-repository.ts';
import { LocalModelService } from '../features/local-models/local-model-service.ts';
import { apiVersion } from '../http/openapi.ts';
import { localModelRoutes } from '../http/routes/dashboard/local-model-routes.ts';
import { hostAndPort } from '../outbound/guard/guarded-connector.ts';
import { GuardedFetcher } from '../outbound/guard/guarded-fetcher.ts';
import type { Platform } from './platform.ts';

/** Models on the operator's own servers. Nothing is asked before somebody looks. */
export function composeLocalModels(platform: Platform, { audit }: { audit: AuditLog }) {
  const { clock, config, database, jobs } = platform;
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
  const models = new LocalModelService({
    servers,
    repository: new DownloadRepository({ db: database.db }),
    jobs,
    clock,
  });
  jobs.register(models.kind);
  return { routes: localModelRoutes({ models, audit }), close: () => fetcher.close() };
}
