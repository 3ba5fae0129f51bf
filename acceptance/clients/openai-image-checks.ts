import assert from 'node:assert/strict';
import OpenAI from 'openai';
import type { ClientCheck, Target } from './client-check.ts';

const client = 'openai (npm)';
const open = ({ base, key }: Target) => new OpenAI({ baseURL: `${base}/v1`, apiKey: key, maxRetries: 0 });

/** Pictures by OpenAI's own library. */
export const openaiImageChecks: ClientCheck[] = [
  {
    client,
    feature: 'images',
    async run(target) {
      const { data, usage } = await open(target).images.generate({
        model: 'sketch',
        prompt: 'a red boat on the sea',
        size: '1024x1024',
        quality: 'auto',
        n: 2,
      });
      assert.equal(data?.length, 2);
      assert.equal(
        Buffer.from(data?.[0]?.b64_json ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
        'PNG',
      );
      assert.equal((await fetch(data?.[1]?.url ?? '')).status, 200);
      assert.equal(typeof usage?.total_tokens, 'number');
      await assert.rejects(
        open(target).images.generate({ prompt: 'x', background: 'transparent' }),
        (error) => error instanceof OpenAI.BadRequestError && error.param === 'background',
      );
    },
  },
];
