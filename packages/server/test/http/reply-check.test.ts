import { createAnswer } from '@parley/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { ReplyCheck } from '../../src/http/reply-check.ts';
import { ScriptedLanguageModel } from '../scripted-language-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';

const answer = { success: true, answer: 'Yes.', usage: { input_tokens: 1, output_tokens: 1 }, model: 'small-2' };

describe('the check of replies', () => {
  let test: TestService | undefined;
  afterEach(async () => {
    await test?.close();
    test = undefined;
  });

  it('takes what the contract documents and refuses wrong, missing and unknown fields, statuses and events', () => {
    const check = new ReplyCheck(createAnswer);
    expect(() => check.body(200, answer)).not.toThrow();
    expect(() => check.event({ content: 'Yes', done: false })).not.toThrow();
    expect(() => check.body(200, { ...answer, answer: 5 })).toThrow('/answer must be string');
    expect(() => check.body(200, { ...answer, usage: undefined })).toThrow("must have required property 'usage'");
    expect(() => check.body(200, { ...answer, usage: { ...answer.usage, secret: 1 } })).toThrow('secret');
    expect(() => check.body(202, answer)).toThrow('answered 202');
    expect(() => check.event({ content: 'Yes' })).toThrow('an event of createAnswer');
    expect(() => check.error({ error: 'No' })).toThrow('an error of createAnswer');
  });

  for (const [isOn, status] of [
    ['true', 500],
    ['false', 200],
  ] as const) {
    it(`answers ${status} for a model whose name is a number when it is ${isOn}`, async () => {
      const router = routerOf(new ScriptedLanguageModel(['Yes.']));
      const models = { ...router, resolve: (name: string) => ({ ...router.resolve(name), id: 5 as never }) };
      test = await startTestService({ env: { PARLEY_CHECK_REPLIES: isOn }, replacements: { models } });
      const plain = await test.call('POST', '/v1/answer', { query: 'Is it?' });
      const streamed = await test.call('POST', '/v1/answer', { query: 'Is it?', stream: true });
      expect(plain.status).toBe(status);
      expect(eventsIn(streamed.text).at(-1)).toMatchObject(
        isOn === 'true' ? { code: 'internal_error', done: true } : { model: 5, done: true },
      );
    });
  }
});
