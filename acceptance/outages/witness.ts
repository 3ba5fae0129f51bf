import { createHash, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../every-capability.ts';

/** All that was acknowledged is read at the end; on a machine with other things to do that takes its time. */
const settleMs = 1_200_000;

interface Acknowledged {
  /** SHA-256 of its bytes. */
  hash: string;
  /** A word that its text must hold. */
  mark: string;
}

/**
 * A caller who keeps what a service acknowledged: files uploaded in both ways and calls answered. Afterwards it says what of that is lost,
 * doubled, stuck, failed or changed.
 */
export class Witness {
  readonly files: Map<string, Acknowledged>;
  /** Ids of uploads by address whose bytes were taken. */
  readonly uploads: Set<string>;
  /** Ids of calls that were answered whole. */
  readonly calls: Set<string>;
  /** How often which error was answered, as `503 service_unavailable`. */
  readonly refused = new Map<string, number>();
  /** Connections that ended without an answer. */
  broken = 0;
  #made = 0;

  constructor(seen: { files: Iterable<[string, Acknowledged]>; uploads: Iterable<string>; calls: Iterable<string> }) {
    this.files = new Map(seen.files);
    this.uploads = new Set(seen.uploads);
    this.calls = new Set(seen.calls);
  }

  static fresh(): Witness {
    return new Witness({ files: [], uploads: [], calls: [] });
  }

  /** What has been seen so far, while this one goes on. */
  soFar(): Witness {
    return new Witness(this);
  }

  /** Uploads files of several kinds and sizes, in both ways, until it is told to stop. */
  async upload(service: Target, until: AbortSignal): Promise<void> {
    await this.#goOn(until, async () => {
      const file = makeFile(++this.#made);
      await (this.#made % 2 === 0 ? this.#uploadForm(service, file) : this.#uploadByAddress(service, file));
    });
  }

  /** Asks small questions until it is told to stop. */
  async ask(service: Target, until: AbortSignal): Promise<void> {
    const body = { query: 'When was the bridge opened?', context: 'The bridge was opened on 4 May 1932.' };
    await this.#goOn(until, async () => {
      const { status, json, headers } = await call(service, 'POST', '/v1/answer', body);
      if (status === 200) this.calls.add(headers.get('x-request-id') ?? '');
      else this.#refuse(status, json);
    });
  }

  async #goOn(until: AbortSignal, step: () => Promise<void>): Promise<void> {
    while (!until.aborted) {
      const refusals = this.#refusals();
      try {
        await step();
        // Whoever is refused comes again later.
        if (this.#refusals() > refusals) await pause(200);
      } catch {
        this.broken++;
        await pause(100);
      }
    }
  }

  #refusals(): number {
    return [...this.refused.values()].reduce((sum, times) => sum + times, 0);
  }

  #refuse(status: number, json: Record<string, unknown>): void {
    const what = `${status} ${String(json.code)}`;
    this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
  }

  async #uploadForm(service: Target, { name, bytes, mark }: MadeFile): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    form.append('wait_ms', String(randomInt(3) * 200));
    const { status, json } = await call(service, 'POST', '/v1/files/upload', form);
    if (status === 200) this.files.set(String(json.file_id), { hash: hashOf(bytes), mark });
    else this.#refuse(status, json);
  }

  async #uploadByAddress(service: Target, { name, bytes, mark }: MadeFile): Promise<void> {
    const asked = await call(service, 'POST', '/v1/files/upload-url', { filename: name });
    if (asked.status !== 200) return this.#refuse(asked.status, asked.json);
    const id = String(asked.json.file_id);
    const stored = await fetch(String(asked.json.upload_url), { method: 'PUT', body: bytes });
    if (stored.status !== 200) return this.#refuse(stored.status, await objectOf(stored));
    this.uploads.add(id);
    const about = { file_id: id, filename: name, file_size: 0, wait_ms: randomInt(300) };
    const { status, json } = await call(service, 'POST', '/v1/files/confirm-upload', about);
    if (status === 200) this.files.set(id, { hash: hashOf(bytes), mark });
    else this.#refuse(status, json);
  }

  /** What of the acknowledged is not as it should be, a sentence each. */
  async problemsAt(service: Target): Promise<string[]> {
    return [
      ...(await this.#filesNotReady(service)),
      ...(await this.#filesChanged(service)),
      ...(await this.#uploadsLost(service)),
      ...(await this.#notOnce(service)),
    ];
  }

  async #filesNotReady(service: Target): Promise<string[]> {
    const problems: string[] = [];
    const until = Date.now() + settleMs;
    // One after the other: to ask for all of them again and again takes more of the processor than reading them.
    for (const id of this.files.keys()) {
      let { status, json } = await call(service, 'GET', `/v1/files/${id}`);
      while (status === 200 && json.status === 'processing' && Date.now() < until) {
        await pause(500);
        ({ status, json } = await call(service, 'GET', `/v1/files/${id}`));
      }
      if (status !== 200) problems.push(`${id}: acknowledged, but GET answers ${status}`);
      else if (json.status === 'processing') problems.push(`${id}: still processing after ${settleMs / 1000} s`);
      else if (json.status !== 'ready') problems.push(`${id}: ${String(json.status)} (${JSON.stringify(json.error)})`);
    }
    return problems;
  }

  async #filesChanged(service: Target): Promise<string[]> {
    const problems: string[] = [];
    const headers = { authorization: `Bearer ${service.key}` };
    for (const [id, { hash, mark }] of this.files) {
      const content = await fetch(`${service.base}/v1/files/${id}/content`, { headers });
      if (hashOf(new Uint8Array(await content.arrayBuffer())) !== hash)
        problems.push(`${id}: other bytes than were sent`);
      const text = await fetch(`${service.base}/v1/files/${id}/text`, { headers });
      if (!(await text.text()).includes(mark)) problems.push(`${id}: its text lacks what was sent`);
    }
    return problems;
  }

  /** What was acknowledged by PUT but whose confirmation was cut off can still be confirmed. */
  async #uploadsLost(service: Target): Promise<string[]> {
    const problems: string[] = [];
    for (const id of this.uploads) {
      if (this.files.has(id)) continue;
      const about = { file_id: id, file_size: 0, wait_ms: 20_000 };
      const { status } = await call(service, 'POST', '/v1/files/confirm-upload', about);
      if (status !== 200) problems.push(`${id}: PUT was acknowledged, but confirming answers ${status}`);
    }
    return problems;
  }

  /** Each call that was answered is in the ledger once, and each file in the list once. */
  async #notOnce(service: Target): Promise<string[]> {
    const inLedger = await countAll(service, '/v1/admin/usage/records', service.adminKey, 'request_id');
    const inList = await countAll(service, '/v1/files', service.key, 'file_id');
    return [
      ...[...this.calls]
        .filter((id) => inLedger.get(id) !== 1)
        .map((id) => `the call ${id} is in the ledger ${inLedger.get(id) ?? 0} times`),
      ...[...this.files.keys()]
        .filter((id) => inList.get(id) !== 1)
        .map((id) => `${id} is in the list ${inList.get(id) ?? 0} times`),
    ];
  }
}

interface MadeFile {
  name: string;
  bytes: string;
  mark: string;
}

/** Small and larger files of several kinds, so that what happens meets every step. */
function makeFile(number: number): MadeFile {
  const mark = `mark${number}x${randomInt(1e9)}`;
  const lines = [10, 2000, 60_000][number % 3] ?? 10;
  switch (number % 4) {
    case 0:
      return { name: `${number}.csv`, mark, bytes: `name,value\n${mark},1\n${'row,2\n'.repeat(lines)}` };
    case 1:
      return { name: `${number}.md`, mark, bytes: `# ${mark}\n\n${'Some words in a line.\n\n'.repeat(lines)}` };
    case 2: {
      const list = Array.from({ length: lines }, (_, index) => index);
      return { name: `${number}.json`, mark, bytes: JSON.stringify({ mark, list }) };
    }
    default:
      return { name: `${number}.txt`, mark, bytes: `${mark}\n${'A plain line of text.\n'.repeat(lines)}` };
  }
}

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Reply {
  status: number;
  json: Record<string, unknown>;
  headers: Headers;
}

async function call(service: Target, method: string, path: string, body?: object): Promise<Reply> {
  const isForm = body instanceof FormData;
  const response = await fetch(service.base + path, {
    method,
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, json: await objectOf(response), headers: response.headers };
}

/** Nothing for what is no JSON: whose error that is shows by its status. Throws where the connection broke. */
async function objectOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function countAll(service: Target, path: string, as: string, field: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = ''; ; ) {
    const response = await fetch(`${service.base}${path}?limit=100${after}`, {
      headers: { authorization: `Bearer ${as}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const page = (await response.json()) as { data: Record<string, string>[]; next?: string | null };
    for (const row of page.data) counts.set(row[field] ?? '', (counts.get(row[field] ?? '') ?? 0) + 1);
    if (!page.next) return counts;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}
