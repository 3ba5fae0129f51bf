import fastify from 'fastify';
import { expect, it } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { sendError } from './send-error.ts';

it('never sends the message of what fails while an error is sent', async () => {
  const failures: AppError[] = [];
  const settlement = Promise.reject(new Error('connect to 10.1.2.3 with password hunter2'));
  settlement.catch(() => {});
  const app = fastify();
  app.decorateRequest('ownHeaders');
  app.setErrorHandler(async (error, request, reply) => {
    request.ownHeaders = { 'x-request-id': request.id };
    const parts = {
      log: { failure: (_: unknown, failure: AppError) => void failures.push(failure) },
      strictStatus: false,
    };
    // Only the end of its meter is asked of the state.
    await sendError(error, { request, reply, state: { settlement } as never }, parts);
  });
  app.get('/', () => {
    throw new AppError('not_found', 'There is no such thing');
  });
  const reply = await app.inject('/');
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({ success: false, code: 'internal_error', request_id: expect.any(String) });
  expect(reply.body).not.toMatch(/hunter2|10\.1\.2\.3/);
  expect(failures.map(({ code }) => code)).toEqual(['not_found', 'internal_error']);
});
