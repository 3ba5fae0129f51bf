import { documentedStatuses, type Endpoint } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestService } from '../test-service.ts';

/* Bodies that are no JSON, whole and broken, for every endpoint that takes one. */

const seed = 20_261_122;
const numRuns = Math.max(15, Number(process.env.FUZZ_RUNS ?? 0));

const oddNames = [
  'file',
  'image',
  'pdf',
  'filename',
  'wait_ms',
  'max_pages',
  'dpi',
  'password',
  'file_ids',
  '',
  '__proto__',
];
const oddFilenames = [
  'a.txt',
  'a.png',
  'a.pdf',
  'a.exe',
  '',
  '../../etc/passwd',
  'é😀.csv',
  'x'.repeat(400),
  'a\u0000b.txt',
];
const beginnings = [
  '',
  '%PDF-1.4\n',
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  'PK\x03\x04',
  '{"a":',
  'a,b\n1,2\n',
  '<html>',
  '\xff\xfe\x00',
];

const content = fc
  .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 300 }))
  .map(([beginning, rest]) => Buffer.concat([Buffer.from(beginning, 'latin1'), rest]));
const part = fc.record({
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...oddNames) }, { weight: 1, arbitrary: fc.string() }),
  filename: fc.option(fc.constantFrom(...oddFilenames)),
  content,
});
type Part = { name: string; filename: string | null; content: Buffer };

/** A form as a client writes it, or with something wrong: cut anywhere, another boundary, a boundary of none. */
const form = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('whole', 'cut', 'other', 'none', 'twice'), fc.nat())
  .map(([parts, kind, at]) => {
    const body = Buffer.concat([...parts.map(written), Buffer.from('--limit--\r\n')]);
    const cut = kind === 'cut' ? body.subarray(0, at % (body.length + 1)) : body;
    const boundary = kind === 'other' ? '; boundary=elsewhere' : kind === 'none' ? '' : '; boundary=limit';
    return { type: `multipart/form-data${boundary}`, body: kind === 'twice' ? Buffer.concat([cut, cut]) : cut };
  });

function written({ name, filename, content }: Part): Buffer {
  const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ');
  const file = filename === null ? '' : `; filename="${quoted(filename)}"`;
  const head = `--limit\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

/** The bytes as they are, under the type that the endpoint names and under others. */
const rawOf = (type: string) =>
  fc
    .tuple(
      fc.constantFrom(type, type, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x'),
      content,
    )
    .map(([named, body]) => ({ type: named, body }));

describe('any form', () => {
  let test: TestService;
  let takers: Endpoint[] = [];
  beforeAll(async () => {
    test = await startTestService({ env: { OCR_PROCESSES: '1', FILE_PROCESSES: '1' } });
    takers = test.service.endpoints.filter(({ otherBodies }) => otherBodies !== undefined);
  });
  afterAll(() => test.close());

  /** An address of the endpoint; for a signed one, one that is good. */
  const pathOf = async (endpoint: Endpoint): Promise<string> => {
    if (endpoint.method === 'PUT') {
      const { json } = await test.call('POST', '/v1/files/upload-url', { filename: 'a.txt' });
      const { pathname, search } = new URL(json.upload_url);
      return pathname + search;
    }
    return endpoint.path.replaceAll(/\{\w+\}/g, 'x');
  };

  it('never breaks an endpoint that takes one', { timeout: 300_000 }, async () => {
    expect(takers.length).toBeGreaterThan(4);
    const statuses = new Set<number>();
    for (const endpoint of takers) {
      const types = Object.keys(endpoint.otherBodies ?? {});
      const bodies = fc.oneof(form, ...types.map(rawOf));
      const property = fc.asyncProperty(bodies, async ({ type, body }) => {
        const headers = {
          'content-type': type,
          ...(endpoint.auth !== 'none' && { authorization: `Bearer ${apiKey}` }),
        };
        const url = test.url + (await pathOf(endpoint));
        const reply = await fetch(url, {
          method: endpoint.method,
          headers,
          body: Uint8Array.from(body),
          redirect: 'manual',
        });
        const text = await reply.text();
        statuses.add(reply.status);
        expect([endpoint.id, text]).not.toEqual([
          endpoint.id,
          expect.stringContaining('Something went wrong on our side'),
        ]);
        expect([endpoint.id, documentedStatuses(endpoint)]).toEqual([
          endpoint.id,
          expect.arrayContaining([reply.status]),
        ]);
      });
      await fc.assert(property, { seed, numRuns, endOnFailure: true, interruptAfterTimeLimit: 60_000 });
    }
    // Some got through, so that more than the reading of forms was tried.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 422]));
    expect((await test.call('GET', '/healthz')).status).toBe(200);
  });
});
