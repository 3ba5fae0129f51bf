import type { Ask, Request } from './attack.ts';

/** What stands in the service before it is attacked, so that attacks reach what lies behind. */
export interface Ground {
  fileId: string;
  collectionId: string;
  integrationId: string;
  researchId: string;
}

const text =
  'The bridge was opened on 4 May 1932 by the mayor, Anna Smith. It is 503 metres long and cost 4,200,000 pounds.\n';

export async function prepareGround(ask: Ask, vendorUrl: string): Promise<Ground> {
  const made = async (request: Request): Promise<Record<string, unknown>> => {
    const { status, text: said } = await ask(request);
    if (status < 200 || status > 299) throw new Error(`${request.path} answered ${status}: ${said.slice(0, 300)}`);
    return JSON.parse(said);
  };
  const file = await made(uploadOf(text.repeat(40), 'md'));
  const fileId = String(file.file_id);
  const collection = await made({ method: 'POST', path: '/v1/collections', json: { name: 'Attacked' } });
  const collectionId = String(collection.id);
  await made({ method: 'POST', path: `/v1/collections/${collectionId}/files`, json: { file_ids: [fileId] } });
  const integrationId = 'attacked';
  const added = { manifest: manifest('What to look for.', integrationId, vendorUrl) };
  await made({ method: 'POST', path: '/v1/admin/integrations', json: added, isAdmin: true });
  const user = { user_id: 'attacker' };
  await made({ method: 'POST', path: `/v1/integrations/${integrationId}/connect`, json: user });
  const asked = { instructions: 'When was the bridge opened?', depth: 'quick', file_ids: [fileId], web: false };
  const run = await made({ method: 'POST', path: '/v1/deep-research', json: { ...asked, background: true } });
  return { fileId, collectionId, integrationId, researchId: String(run.research_id) };
}

const types: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  xml: 'application/xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/jsonl',
  eml: 'message/rfc822',
};

export function uploadOf(content: string, extension: string): Request {
  const type = types[extension] ?? 'text/plain';
  return { method: 'POST', path: '/v1/files/upload', form: { file: { name: `attack.${extension}`, type, content } } };
}

/** A manifest with one feature that takes a text, and one text of the caller's in each description. */
export function manifest(text: string, id = 'attacked_manifest', baseUrl = 'https://example.invalid'): unknown {
  const schema = { type: 'object', properties: { q: { type: 'string', description: text } }, required: ['q'] };
  const request = { method: 'GET', path: '/search', query: { q: '{{input.q}}' } };
  return {
    id,
    name: 'Attacked',
    description: 'Attacked.',
    base_url: baseUrl,
    auth: { method: 'NONE' },
    features: [{ name: 'SEARCH', description: 'Searches.', input_schema: schema, request }],
  };
}
