import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ticket = readFileSync(join(import.meta.dirname, 'fixtures/ticket.png'));
const elsewhere = 'http://tracker.example';
const question = { role: 'user', content: 'What is 12 times 12?' };
const context = 'The bridge was opened on 4 May 1932 by the mayor.';
const tool = {
  name: 'get_weather',
  description: 'The weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** Files of many kinds; those that can name an address name one, as a picture, a style, an entity or a link. */
const files: Record<string, string | Uint8Array> = {
  'page.html': `<html><head><link rel="stylesheet" href="${elsewhere}/a.css"><script src="${elsewhere}/a.js"></script></head>
    <body><img src="${elsewhere}/a.png"><p>${context}</p></body></html>`,
  'entity.xml': `<?xml version="1.0"?><!DOCTYPE note [<!ENTITY out SYSTEM "${elsewhere}/a.txt">]><note>${context} &out;</note>`,
  'mail.eml': `From: a@example.org\r\nTo: b@example.org\r\nSubject: Bridge\r\nContent-Type: text/html\r\n\r\n<p>${context}</p><img src="${elsewhere}/a.gif">\r\n`,
  'notes.md': `# Bridge\n\n${context}\n\n![picture](${elsewhere}/a.png)\n`,
  'plain.txt': context,
  'table.csv': 'city,date\nSydney,1932-05-04\nBrooklyn,1883-05-24\n',
  'table.tsv': 'city\tdate\nSydney\t1932-05-04\n',
  'data.json': JSON.stringify({ bridge: { opened: '1932-05-04', $ref: `${elsewhere}/schema.json` } }),
  'lines.jsonl': '{"city":"Sydney"}\n{"city":"Brooklyn"}\n',
  'ticket.png': ticket,
  'page.pdf': pdf(context),
};

/** A service and the keys to it. */
export interface Target {
  base: string;
  key: string;
  adminKey: string;
}

/** Calls everything that can be asked for without search. Throws at the first call that fails. Returns ids of files. */
export async function useEveryCapability(target: Target): Promise<string[]> {
  const call = caller(target, target.key);
  const admin = caller(target, target.adminKey);
  for (const path of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/llms.txt',
    '/docs',
    '/docs/reference/text',
    '/docs/assets/try.js',
    '/v1/models',
  ]) {
    await call('GET', path);
  }
  const schema = { type: 'object', properties: { date: { type: 'string', format: 'date' } }, required: ['date'] };
  await call('POST', '/v1/answer', { query: 'When was the bridge opened?', context });
  await call('POST', '/v1/answer', { query: 'When was the bridge opened?', context, stream: true });
  await call('POST', '/v1/answer', { query: 'Extract the date.', context, response_format: schema });
  await call('POST', '/v1/conversation', { messages: [question] });
  await call('POST', '/v1/agent', { messages: [{ role: 'user', content: 'Weather in Oslo?' }], tools: [tool] });
  await call('POST', '/v1/chat-completion', { model: 'small-2', messages: [question] });
  await call('POST', '/v1/messages', { model: 'small-2', max_tokens: 50, messages: [question] });
  await call('POST', '/v1/messages/count_tokens', { model: 'small-2', messages: [question] });
  const ids: string[] = [];
  for (const [name, bytes] of Object.entries(files)) ids.push(await upload(target, name, bytes));
  await call('POST', '/v1/answer', { query: 'When was the bridge opened?', file_ids: ids });
  await call('POST', '/v1/files/metadata', { file_ids: ids });
  for (const id of ids) await call('GET', `/v1/files/${id}/text`);
  await call('POST', '/v1/ocr/image', { image: ticket.toString('base64') });
  await call('POST', '/v1/ocr/pdf', { pdf: pdf(context).toString('base64') });
  await call('POST', '/v1/generate-image', { prompt: 'a red boat on the sea', seed: 7 });
  await call('GET', '/v1/integrations');
  await call('GET', '/v1/integrations/github');
  for (const path of ['usage', 'usage/records', 'audit', 'keys', 'workspaces', 'integrations', 'health']) {
    await admin('GET', `/v1/admin/${path}`);
  }
  const film = await call('POST', '/v1/generate-video', { prompt: 'a calm sea', background: true });
  await waitFor(() => call('GET', `/v1/generate-video/${idIn(film)}`), /"status":"(completed|done|succeeded|ready)"/);
  return ids;
}

/** A search and a research over files and the web, as a caller who asks for them gets them with nothing configured. */
export async function searchAndResearch(target: Target, fileIds: string[]): Promise<void> {
  const call = caller(target, target.key);
  await call('POST', '/v1/web-search', { query: 'tidal power stations' }, [200, 502, 503]);
  const body = { instructions: 'When was the bridge opened?', depth: 'quick', file_ids: fileIds, web: true };
  await call('POST', '/v1/deep-research', body, [200, 502, 503]);
}

/** One call; its text. Throws unless the status is among those accepted. */
function caller({ base }: Target, key: string) {
  return async (method: string, path: string, body?: unknown, accepted = [200, 202]): Promise<string> => {
    const reply = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(300_000),
    });
    const text = await reply.text();
    if (!accepted.includes(reply.status)) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 400)}`);
    return text;
  };
}

async function upload({ base, key }: Target, name: string, bytes: string | Uint8Array): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), name);
  form.append('wait_ms', '60000');
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(`${base}/v1/files/upload`, { method: 'POST', headers, body: form });
  const text = await reply.text();
  if (!reply.ok || !text.includes('"status":"ready"'))
    throw new Error(`${name}: ${reply.status} ${text.slice(0, 400)}`);
  return idIn(text);
}

const idIn = (text: string): string => /"(?:file_id|video_id|id)":"([^"]+)"/.exec(text)?.[1] ?? '';

async function waitFor(ask: () => Promise<string>, wanted: RegExp): Promise<void> {
  const until = Date.now() + 300_000;
  let last = '';
  while (Date.now() < until) {
    last = await ask();
    if (wanted.test(last)) return;
    if (/"status":"(failed|cancelled)"/.test(last)) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`not done: ${last.slice(0, 400)}`);
}

/** A page of one line, with a link to elsewhere. */
function pdf(text: string): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>
      /Annots [<< /Type /Annot /Subtype /Link /Rect [72 700 300 740] /A << /S /URI /URI (${elsewhere}/a) >> >>] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
