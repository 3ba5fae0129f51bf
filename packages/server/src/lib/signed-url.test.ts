import { expect, it } from 'vitest';
import { UrlSigner } from './signed-url.ts';

const secret = 'a secret of some length';

it('accepts its own token until it expires', () => {
  const signer = new UrlSigner([secret], 'pages');
  const token = signer.sign('a/b', 1000);
  expect(signer.verify(token, 'a/b', 999)).toBe('valid');
  expect(signer.verify(token, 'a/b', 1000)).toBe('expired');
});

it('refuses another subject, another purpose, a changed expiry and garbage', () => {
  const signer = new UrlSigner([secret], 'pages');
  const token = signer.sign('a/b', 1000);
  expect(signer.verify(token, 'a/c', 1)).toBe('invalid');
  expect(new UrlSigner([secret], 'uploads').verify(token, 'a/b', 1)).toBe('invalid');
  expect(signer.verify(token.replace('1000', '2000'), 'a/b', 1)).toBe('invalid');
  expect(signer.verify('', 'a/b', 1)).toBe('invalid');
  expect(signer.verify('1000.x', 'a/b', 1)).toBe('invalid');
});

it('still accepts tokens of an older secret', () => {
  const token = new UrlSigner([secret], 'pages').sign('a/b', 1000);
  expect(new UrlSigner(['a newer secret', secret], 'pages').verify(token, 'a/b', 1)).toBe('valid');
});
