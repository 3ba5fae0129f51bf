import { createMessage, listModels, streamMessage } from '@parley/contract';
import { Ajv } from 'ajv';
import { expect, it, vi } from 'vitest';
import { prepareValidators, validatorOf } from './validation.ts';

it('compiles the longest schemas before the first call, and a body that several endpoints take once', async () => {
  const compile = vi.spyOn(Ajv.prototype, 'compile');
  await prepareValidators([createMessage, streamMessage, listModels]);
  expect(compile).toHaveBeenCalledTimes(1);
  const body = { model: 'small-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
  expect(validatorOf(createMessage).check('body', body)).toBe(body);
  expect(() => validatorOf(streamMessage).check('body', { ...body, max_tokens: 'ten' })).toThrow('max_tokens');
  expect(compile).toHaveBeenCalledTimes(1);
  compile.mockRestore();
});
