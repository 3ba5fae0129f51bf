import type { FastifyRequest } from 'fastify';
import type { RequestState } from './request-pipeline.ts';
import { warnInHead } from './warn-in-head.ts';

const longestName = 200;

/** Puts into the head of the answer which engine answered, after how many calls to engines, and what its tightest budget has left. */
export function nameEngine(request: FastifyRequest, state: RequestState | null | undefined): void {
  const trace = state?.call.meter.trace;
  nameBudget(request, state);
  if (trace?.cache !== undefined) {
    const isByMeaning = trace.cache === 'hit' && trace.isCachedByMeaning === true;
    request.ownHeaders['x-parley-cache'] = isByMeaning ? 'hit; by=meaning' : trace.cache;
  }
  if (trace === undefined || (trace.attempts === 0 && trace.cache !== 'hit')) return;
  // Names of models are the operator's and the caller's, and a head takes no other letters.
  if (trace.engine !== null) {
    request.ownHeaders['x-parley-engine'] = trace.engine.slice(0, longestName).replaceAll(/[^!-~]/gu, '?');
  }
  request.ownHeaders['x-parley-attempts'] = trace.attempts;
  if (trace.leftOut && trace.leftOut.length > 0) warnInHead(request, trace.leftOut);
}

function nameBudget(request: FastifyRequest, state: RequestState | null | undefined): void {
  const notice = state?.call.meter.budgetNotice;
  if (notice === undefined) return;
  request.ownHeaders['x-parley-budget'] = notice.id;
  request.ownHeaders['x-parley-budget-remaining'] = inFull(notice.leftUsd);
  if (notice.resetsAfterMs !== null) {
    request.ownHeaders['x-parley-budget-reset'] = Math.ceil(notice.resetsAfterMs / 1000);
  }
  if (notice.warnings.length > 0) warnInHead(request, notice.warnings);
}

/** To the billionth, and never as `1e-9`. */
const inFull = (usd: number): string => {
  let end = 0;
  const text = usd.toFixed(9);
  const point = text.indexOf('.');
  for (let i = 0; i < text.length; i++) if (i < point || (i > point && text[i] !== '0')) end = i + 1;
  return text.slice(0, end);
};
