import { describe, expect, it } from 'vitest';
import { redirectedRequest, requestHeaders } from './redirected-request.ts';

const here = new URL('https://a.example/one');
const sameOrigin = new URL('https://a.example/two');
const elsewhere = new URL('https://b.example/two');
const ours = { 'user-agent': 'us', 'accept-encoding': 'gzip, br' };

describe('the headers of a request', () => {
  it('are ours and the caller’s, whose own go before ours', () => {
    expect(requestHeaders({ Accept: 'text/html', 'User-Agent': 'them' }, 'us')).toEqual({
      ...ours,
      accept: 'text/html',
      'user-agent': 'them',
    });
  });

  it.each([
    'Connection',
    'Content-Length',
    'Expect',
    'Host',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
  ])('leave out %s, which belongs to the connection', (name) => {
    expect(requestHeaders({ [name]: 'x' }, 'us')).toEqual(ours);
  });
});

describe('a redirect', () => {
  const post = { method: 'post', body: 'secret', headers: { 'Content-Type': 'text/plain', 'X-Key': 's', accept: 'a' } };
  const asGet = { method: 'GET', headers: { 'X-Key': 's', accept: 'a' } };

  it.each([301, 302, 303])('with %i makes a POST a GET without what belongs to the body', (status) => {
    expect(redirectedRequest(post, status, here, sameOrigin)).toEqual(asGet);
  });

  it.each([307, 308])('with %i keeps method, body and headers within the origin', (status) => {
    expect(redirectedRequest(post, status, here, sameOrigin)).toEqual({ ...post, method: 'POST' });
  });

  it('keeps other methods, but for 303, which is a GET unless only the head was asked for', () => {
    const method = (method: string, status: number) => redirectedRequest({ method }, status, here, sameOrigin).method;
    expect([method('put', 301), method('DELETE', 302), method('HEAD', 302)]).toEqual(['PUT', 'DELETE', 'HEAD']);
    expect([method('PUT', 303), method('HEAD', 303)]).toEqual(['GET', 'HEAD']);
    expect(redirectedRequest({}, 302, here, sameOrigin)).toEqual({ method: 'GET', headers: {} });
  });

  it('to another origin carries only what cannot be a secret, and never a body', () => {
    const headers = {
      Accept: '1',
      'accept-language': '2',
      'cache-control': '3',
      'if-modified-since': '4',
      'if-none-match': '5',
      'User-Agent': '6',
    };
    const secrets = { authorization: 's', cookie: 's', 'x-api-key': 's' };
    for (const to of [elsewhere, new URL('http://a.example/'), new URL('https://a.example:444/')]) {
      expect(redirectedRequest({ headers: { ...headers, ...secrets } }, 302, here, to).headers).toEqual(headers);
      expect(() => redirectedRequest(post, 307, here, to)).toThrow(/redirects a request with a body/);
      expect(() => redirectedRequest({ ...post, method: 'PUT' }, 302, here, to)).toThrow(/body/);
      expect(redirectedRequest(post, 303, here, to)).toEqual({ method: 'GET', headers: { accept: 'a' } });
    }
  });
});
