import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hostedVendors } from '../../../src/vendors/hosted-vendors.ts';
import { knownProviders } from '../../../src/vendors/model-vendors.ts';
import type { TestService } from '../../test-service.ts';
import type { UpstreamServer } from '../../upstream-server.ts';
import { startRoutingService, startServers } from './routing-service.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Gives tokens as Google does, and keeps what it was sent. */
const tokens: { path: string; headers: IncomingHttpHeaders; form: URLSearchParams }[] = [];
const google = createServer(async (request, response) => {
  const form = new URLSearchParams(await text(request));
  tokens.push({ path: request.url ?? '', headers: request.headers, form });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ access_token: `ya29.token-${tokens.length}`, expires_in: 3599, token_type: 'Bearer' }));
});
let servers: UpstreamServer[];
let parley: TestService;
let googleUrl: string;

beforeAll(async () => {
  servers = await startServers('cloud');
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  googleUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  const allowed = [new URL(googleUrl).host, new URL(server().url).host].join(',');
  parley = await startRoutingService(servers, { ALLOW_PRIVATE_ADDRESSES: allowed });
});
afterAll(async () => {
  await parley.close();
  for (const one of servers) await one.close();
  google.closeAllConnections();
  google.close();
});

const server = (): UpstreamServer => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  return first;
};
const create = (body: object) => parley.admin('POST', '/v1/admin/providers', body);
const ask = async (model: string) => (await parley.call('POST', '/v1/answer', { query: 'Where are you?', model })).json;

// https://learn.microsoft.com/en-us/azure/ai-services/openai/reference: POST {endpoint}/openai/deployments/{deployment-id}/chat/completions?api-version=…,
// and its v1 address {endpoint}/openai/v1/chat/completions, with the header `api-key`.
it('asks deployments of Azure by both of its addresses', async () => {
  const keys = [{ name: 'first', value: 'azure-key-1' }];
  await create({ id: 'azure', type: 'azure', base_url: server().url, keys });
  expect(await ask('azure/my-gpt')).toMatchObject({ answer: 'cloud', engine: 'azure' });
  const newer = server().requests.at(-1);
  expect(newer).toMatchObject({ path: '/openai/v1/chat/completions', body: { model: 'my-gpt' } });
  expect(newer?.headers).toMatchObject({ 'api-key': 'azure-key-1' });
  expect(newer?.headers.authorization).toBeUndefined();
  await create({ id: 'azure-old', type: 'azure', base_url: `${server().url}/`, keys, api_version: '2024-10-21' });
  expect((await ask('azure-old/my gpt')).answer).toBe('cloud');
  expect(server().requests.at(-1)?.path).toBe('/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21');
});

// https://developers.google.com/identity/protocols/oauth2/service-account#httprest and
// https://cloud.google.com/vertex-ai/generative-ai/docs/migrate/openai/overview: …/v1/projects/{}/locations/{}/endpoints/openapi/chat/completions
it('asks Vertex with a token that its service account gets for a signed assertion', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'robot@my-project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${googleUrl}/token`,
  };
  const keys = [{ name: 'robot', value: JSON.stringify(account) }];
  const refused = await create({
    id: 'bad',
    type: 'vertex',
    region: 'europe-west4',
    keys: [{ name: 'x', value: 'no JSON' }],
  });
  expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request']);
  await create({ id: 'vertex', type: 'vertex', region: 'europe-west4', base_url: server().url, keys });
  expect(await ask('vertex/google/gemini-2.5-flash')).toMatchObject({ answer: 'cloud', engine: 'vertex' });
  expect(server().requests.at(-1)).toMatchObject({
    path: '/v1/projects/my-project/locations/europe-west4/endpoints/openapi/chat/completions',
    headers: { authorization: 'Bearer ya29.token-1' },
    body: { model: 'google/gemini-2.5-flash' },
  });
  const [asked] = tokens;
  expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(asked?.form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head = '', claims = '', signature = ''] = (asked?.form.get('assertion') ?? '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
  expect(read(claims)).toMatchObject({
    iss: account.client_email,
    aud: account.token_uri,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  });
  expect(read(claims).exp - read(claims).iat).toBe(3600);
  const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`);
  expect(verify.verify(publicKey, signature, 'base64url')).toBe(true);
  // One token serves until shortly before it ends, also for several models.
  expect((await ask('vertex/google/gemini-2.5-pro')).answer).toBe('cloud');
  expect(tokens).toHaveLength(1);
});

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html: POST /model/{modelId}/converse-stream
it('asks Bedrock with a signature, in its own region, and counts what it used', async () => {
  const keys = [{ name: 'first', value: 'AKIDEXAMPLE123456:secret' }];
  const prices = { '*': { input: 1000, output: 5000 } };
  const made = await create({
    id: 'bedrock',
    type: 'bedrock',
    region: 'eu-west-1',
    base_url: server().url,
    keys,
    upstream_prices: prices,
  });
  expect(made.json).toMatchObject({ id: 'bedrock', type: 'bedrock', region: 'eu-west-1' });
  const usual = await create({ id: 'bedrock-eu', type: 'bedrock', region: 'eu-west-1', keys });
  expect(usual.json.base_url).toBe('https://bedrock-runtime.eu-west-1.amazonaws.com');
  const answer = server().answer;
  server().answer = () => ({
    headers: { 'content-type': 'application/json' },
    pieces: [
      JSON.stringify({
        output: { message: { role: 'assistant', content: [{ text: 'cloud' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 10, outputTokens: 2, totalTokens: 12 },
      }),
    ],
  });
  try {
    expect(await ask('bedrock/amazon.nova-lite-v1:0')).toMatchObject({
      answer: 'cloud',
      engine: 'bedrock',
      usage: { input_tokens: 10, output_tokens: 2 },
    });
  } finally {
    server().answer = answer;
  }
  const asked = server().requests.at(-1);
  expect(asked?.path).toBe('/model/amazon.nova-lite-v1%3A0/converse');
  expect(asked?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE123456\/\d{8}\/eu-west-1\/bedrock\//,
  );
  const { json } = await parley.admin('GET', '/v1/admin/usage/records?limit=1');
  expect(json.data[0]).toMatchObject({ engine: 'bedrock/amazon.nova-lite-v1:0', cost_usd: 0.02, price_known: true });
});

it('has twenty and more vendors that need a key alone', async () => {
  const { json } = await parley.admin('GET', '/v1/admin/providers');
  const listed = new Map(json.vendors.map((vendor: { id: string; base_url: string }) => [vendor.id, vendor.base_url]));
  for (const [id, address] of Object.entries(hostedVendors)) {
    expect([id, listed.get(id), new URL(address).protocol]).toEqual([id, address, 'https:']);
    const made = await create({ id, keys: [{ name: 'first', value: `key-of-${id}` }] });
    expect(made.json).toMatchObject({ id, type: 'openai', base_url: address, source: 'api' });
  }
  const hosted = Object.values(knownProviders).filter(({ type, isLocal }) => type === 'openai' && isLocal !== true);
  expect(hosted.length).toBeGreaterThanOrEqual(20);
});
