import { AsyncLocalStorage } from 'node:async_hooks';

/** A request to a vendor of models that can wait, as it would be sent. */
export interface DeferrableRequest {
  /** `provider/model`. */
  engine: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string;
}

/** What a vendor answered later. */
export interface DeferredReply {
  status: number;
  /** JSON text. */
  body: string;
}

/** `take`: true for a request that is not sent now; whoever takes it ends the call. `give`: the reply of an engine that was asked before. */
export type Deferral =
  | { does: 'take'; take(request: DeferrableRequest): boolean }
  | { does: 'give'; engine: string; reply: DeferredReply };

const current = new AsyncLocalStorage<{ deferral: Deferral | null }>();

/** Calls to vendors within `work` are put off, or get the reply of one that was. */
export const withDeferral = <Result>(deferral: Deferral, work: () => Promise<Result>): Promise<Result> =>
  current.run({ deferral }, work);

/** What holds for the calls that begin now; null for none. */
export const currentDeferral = (): Deferral | null => current.getStore()?.deferral ?? null;

/** The reply for this engine, where it is given one: once. */
export function takeReply(engine: string): DeferredReply | null {
  const store = current.getStore();
  const deferral = store?.deferral;
  if (!store || deferral?.does !== 'give' || deferral.engine !== engine) return null;
  store.deferral = null;
  return deferral.reply;
}

/**
 * A call to a vendor besides that for the reply, which must be answered now. What would be put off goes out now as a whole, so that
 * this is not paid for twice.
 */
export function undeferred<Result>(work: () => Promise<Result>): Promise<Result> {
  const store = current.getStore();
  if (!store) return work();
  if (store.deferral?.does === 'take') store.deferral = null;
  return current.run({ deferral: null }, work);
}
