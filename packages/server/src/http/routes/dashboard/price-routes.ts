import { overviewEndpoints as endpoints } from '@parley/contract';
import type { PriceBook } from '../../../features/money/billing/price-book.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { AppError } from '../../../lib/app-error.ts';
import { noteInto } from '../../note-change.ts';
import { type Route, route } from '../../route.ts';

export interface PriceRouteParts {
  prices: Pick<PriceBook, 'set'>;
  /** Whether an engine is of a provider of this service. */
  isKnown: (engine: string) => boolean;
  audit: Pick<AuditLog, 'record'>;
}

export function priceRoutes({ prices, isKnown, audit }: PriceRouteParts): Route[] {
  const note = noteInto(audit);
  return [
    route(endpoints.setEnginePrice, async ({ body: { engine, prices: price }, call }) => {
      if (!isKnown(engine)) {
        throw new AppError(
          'not_found',
          `There is no engine ${engine}: name it as provider/model, as GET /v1/admin/models lists them.`,
        );
      }
      if (!(await prices.set(engine, price))) {
        throw new AppError('invalid_request', 'Too many prices are set. Take some back with "prices": null.');
      }
      const details = { prices: price };
      await note(call, { action: 'price.set', target: engine, workspaceId: null, details });
      return { engine, prices: price };
    }),
  ];
}
