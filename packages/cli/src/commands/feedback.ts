import { type Command, needed, UsageError } from '../command.ts';

export const feedback: Command = {
  name: 'feedback',
  summary: 'Say how good the reply to a call was',
  usage: ['<request id> up|down [--comment TEXT]', '<request id> [--comment TEXT] -- <score from -1 to 1>'],
  options: {
    comment: { value: 'TEXT', help: 'Why' },
  },
  async run({ arguments: [requestId, given], client, values, out }) {
    const id = needed(requestId, 'The id of the call, its header x-request-id,');
    const score = scoreOf(needed(given, 'up, down or a score'));
    if (!(score >= -1 && score <= 1)) throw new UsageError('The score is up, down or a number from -1 to 1');
    const comment = values.text('comment');
    return out.json(await client().feedback.give(id, { score, ...(comment !== undefined && { comment }) }));
  },
};

/** A number below zero stands behind `--`, where it is no option. */
function scoreOf(word: string): number {
  if (word === 'up') return 1;
  return word === 'down' ? -1 : Number(word);
}
