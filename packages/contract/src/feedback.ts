import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ErrorBody } from './errors.ts';
import { optional } from './openai/openai-fields.ts';

export const FeedbackRequest = Type.Object(
  {
    request_id: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Of a call of the same workspace: its header `x-request-id`.',
    }),
    score: Type.Number({ minimum: -1, maximum: 1, description: 'From -1, useless, to 1, just right.' }),
    comment: optional(Type.String({ maxLength: 4000 })),
  },
  { $id: 'FeedbackRequest' },
);
export type FeedbackRequest = Static<typeof FeedbackRequest>;

export const Feedback = Type.Object(
  {
    request_id: Type.String(),
    score: Type.Number({ minimum: -1, maximum: 1 }),
    comment: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Feedback' },
);
export type Feedback = Static<typeof Feedback>;

/** What somebody thought of a reply, kept with the record of its call. */
export const giveFeedback = endpoint({
  id: 'giveFeedback',
  method: 'POST',
  path: '/v1/feedback',
  auth: 'key',
  tag: 'Feedback',
  summary: 'Say how good a reply was',
  description:
    'Kept with the record of the call and shown in the list of calls (`GET /v1/admin/calls`). Given again for the same call, it replaces what was said before.',
  body: FeedbackRequest,
  responses: { 200: Feedback, 404: ErrorBody },
  idempotent: true,
  example: { request_id: 'req_VbqMXVV9AZ0wedzV1p4XThWA', score: 1, comment: 'Found the right clause.' },
});
