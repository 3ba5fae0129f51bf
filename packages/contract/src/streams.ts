import Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { textAuth } from './text.ts';

const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'As the header `x-parley-stream` said.' }),
});
const shape = { auth: textAuth, tag: 'Resumable streams', params } as const;

export const streamEndpoints = {
  resumeStream: endpoint({
    ...shape,
    id: 'resumeStream',
    method: 'GET',
    path: '/v1/streams/{id}',
    summary: 'Take a stream up again after an event',
    description:
      'Sends what came after the event that the header `Last-Event-ID` (or `after`) names, byte for byte as it was sent or would have been, and goes on ' +
      'live to the end. Any process serves it. For the key that began the stream.',
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The `id` of the last event that came. Goes before `Last-Event-ID`. Default: 0, all events.',
        }),
      ),
    }),
    responses: { 200: Type.String({ description: 'Server-sent events, in the shape of the call that was begun.' }) },
    contentType: 'text/event-stream',
  }),
  cancelStream: endpoint({
    ...shape,
    id: 'cancelStream',
    method: 'POST',
    path: '/v1/streams/{id}/cancel',
    summary: 'Stop a stream',
    description:
      'The engine is left, what it has said is paid, and the stream ends with `stream_cancelled`. Stopping what has ended changes nothing.',
    responses: {
      200: Type.Object({
        id: Type.String(),
        status: Type.Enum(['cancelling', 'ended'], {
          description: '`cancelling`: the process that writes it has been told, and ends it within seconds.',
        }),
      }),
    },
  }),
};
