import { createAnswer, fileEndpoints, mediaEndpoints, streamMessage } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { EventStream, RawReply, route } from './route.ts';

const answer = {
  success: true,
  answer: 'Yes.',
  usage: { input_tokens: 1, output_tokens: 1 },
  model: 'small-2',
} as const;

async function* none(): AsyncGenerator<never> {}

const streamOf = <Wire>() =>
  new EventStream<Wire, never>({ events: none(), format: () => '', formatError: () => '', isTerminal: () => true });

// The compiler is the judge here: each line marked with an expected error must not compile, the others must.
describe('replies by the contract', () => {
  it('lets a route answer what its endpoint documents', () => {
    const routes = [
      route(createAnswer, () => answer),
      route(createAnswer, async () => new RawReply({ status: 200, headers: { 'x-a': 'b' }, body: answer })),
      route(createAnswer, () => streamOf<{ content: string; done: false }>()),
      route(fileEndpoints.getFileText, () => new RawReply({ status: 200, body: 'text' })),
      route(streamMessage, () => streamOf<{ content: { type: 'content_chunk'; content: string } }>()),
    ];
    expect(routes.map(({ endpoint }) => endpoint.id)).toHaveLength(5);
  });

  it('does not compile with another body, status or event', () => {
    const routes = [
      // @ts-expect-error a field of the wrong type
      route(createAnswer, () => ({ ...answer, answer: 5 })),
      // @ts-expect-error a required field is missing
      route(createAnswer, () => ({ success: true, answer: 'Yes.' })),
      // @ts-expect-error a constant with another value
      route(createAnswer, async () => ({ ...answer, success: false })),
      // @ts-expect-error a status that the endpoint does not document
      route(createAnswer, () => new RawReply({ status: 202, body: answer })),
      // @ts-expect-error the body of another status
      route(mediaEndpoints.generateVideo, () => new RawReply({ status: 202, body: answer })),
      // @ts-expect-error JSON where the contract says text
      route(fileEndpoints.getFileText, () => ({ text: 'text' })),
      // @ts-expect-error events of another stream
      route(createAnswer, () => streamOf<{ content: { type: 'content_chunk'; content: string } }>()),
      // @ts-expect-error a stream where the endpoint documents none
      route(fileEndpoints.getFile, () => streamOf<{ content: string; done: false }>()),
    ];
    expect(routes).toHaveLength(8);
  });
});
