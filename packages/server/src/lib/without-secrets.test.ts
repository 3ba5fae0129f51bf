import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it('replaces values under names that hold secrets, also in JSON inside of JSON and where the text is cut', () => {
  const inner = JSON.stringify({ password: 'in"ner \\ canary', user: 'ann' });
  const text = JSON.stringify({
    api_key: 'canary',
    query: 'Why?',
    auth: { client_secret: 'canary' },
    arguments: inner,
  });
  const clean = withoutSecrets(text);
  expect(clean).not.toContain('canary');
  expect(JSON.parse(clean)).toMatchObject({
    api_key: '[removed]',
    query: 'Why?',
    auth: { client_secret: '[removed]' },
  });
  expect(JSON.parse(JSON.parse(clean).arguments)).toEqual({ password: '[removed]', user: 'ann' });
  expect(withoutSecrets('{"a":1,"access_token":"canar')).not.toContain('canar');
});

it('replaces keys by their shape, in prompts, addresses and where they are known', () => {
  const key = `parley_abcdefgh_${'x'.repeat(38)}`;
  const address = 'https://ai.example/v1/media/a/b.png?token=canary.canary&x=1';
  const text = `Use ${key}, sk-proj-${'y'.repeat(20)} or Bearer abcdefghijklmnop at ${address} with my own-canary-key.`;
  expect(withoutSecrets(text, ['own-canary-key'])).toBe(
    'Use [removed], [removed] or Bearer [removed] at https://ai.example/v1/media/a/b.png?token=[removed]&x=1 with my [removed].',
  );
});

it('leaves what only sounds like one', () => {
  const text = '{"max_tokens":5,"token_usage":{"input_tokens":3},"tokens":"few","keywords":"a","query":"Which key?"}';
  expect(withoutSecrets(text)).toBe(text);
});

it('is done with a long text at once', () => {
  const began = process.threadCpuUsage();
  withoutSecrets('"token":"'.repeat(8_000));
  withoutSecrets('\\'.repeat(64_000));
  withoutSecrets(`${'a_'.repeat(32_000)}token`);
  expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(2_000);
});
