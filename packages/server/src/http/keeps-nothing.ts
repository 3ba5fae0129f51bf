import { isJsonObject } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { EdgeCall } from '../ports/call.ts';
import { oneHeader } from './request-headers.ts';

/** Whether nothing of what a request says may be kept: its key says so, its head (`x-parley-store: false`), or its body (`store: false`). */
export function keepsNothing(request: FastifyRequest, call: Pick<EdgeCall, 'keepsNothing'>): boolean {
  if (call.keepsNothing === true || oneHeader(request, 'x-parley-store')?.trim() === 'false') return true;
  const { body } = request;
  return isJsonObject(body) && body.store === false;
}

/** Once the body is read. Where nothing may be kept, no reply is given again either. */
export function heedStore(request: FastifyRequest, call: EdgeCall): void {
  call.keepsNothing = keepsNothing(request, call);
  if (call.keepsNothing) call.cacheMs = null;
}
