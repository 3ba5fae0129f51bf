import type { AppError } from '../lib/app-error.ts';
import { vendorWords } from '../lib/vendor-words.ts';
import { withoutSecrets } from '../lib/without-secrets.ts';
import type { Outcome } from '../ports/meter.ts';
import type { RequestState } from './request-pipeline.ts';

/** Ends the meter of a call, once. */
export function settle(state: RequestState, status: number, error?: AppError): Promise<void> {
  state.settlement ??= state.call.meter.settle({ status, isStreamed: state.isStreamed, ...outcomeOf(error) });
  return state.settlement;
}

/** Of a call that failed, for its record; nothing for others. */
function outcomeOf(error: AppError | undefined): Pick<Outcome, 'errorCode' | 'problem'> {
  if (!error) return {};
  const vendor = vendorWords(error);
  const message = withoutSecrets(error.details === undefined ? error.message : `${error.message} (${error.details})`);
  return { errorCode: error.code, problem: { message, ...(vendor !== undefined && { vendor }) } };
}

/** Ends it when what was used is known, after the body has been sent: once, too. */
export function settleAfter(until: Promise<void>, state: RequestState, status: () => number): void {
  state.settlement ??= until.then(() => state.call.meter.settle({ status: status(), isStreamed: true }));
}
