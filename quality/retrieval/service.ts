/** What the measurements of this folder ask of a running service. */
export interface Service {
  base: string;
  key: string;
}

/** Throws where the service answers by an error. */
export async function call({ base, key }: Service, method: string, path: string, body?: object): Promise<Answer> {
  const reply = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return Object(await reply.json());
}

type Answer = Record<string, unknown>;

/** A collection of texts, each a file of its own. */
export class TextCollection {
  readonly #service: Service;
  readonly #id: string;
  /** Ids of the files, in the order of the texts. */
  readonly #files: string[];

  private constructor(service: Service, id: string, files: string[]) {
    this.#service = service;
    this.#id = id;
    this.#files = files;
  }

  /** Resolves when the texts can be found by words and by meaning. */
  static async make(service: Service, texts: readonly string[]): Promise<TextCollection> {
    const { id } = await call(service, 'POST', '/v1/collections', { name: 'Measured' });
    const files: string[] = [];
    for (const [number, text] of texts.entries()) files.push(await upload(service, text, `${number}.txt`));
    for (let at = 0; at < files.length; at += 100) {
      await call(service, 'POST', `/v1/collections/${id}/files`, { file_ids: files.slice(at, at + 100) });
    }
    for (let hasAll = false; !hasAll; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { passages, embeddings } = await call(service, 'GET', `/v1/collections/${id}`);
      hasAll = Number(passages) >= texts.length && (embeddings === null || Object(embeddings).passages === passages);
    }
    return new TextCollection(service, String(id), files);
  }

  /** Numbers of the ten texts that are found first, best first. */
  async search(query: string, mode: string): Promise<number[]> {
    const { results } = await call(this.#service, 'POST', `/v1/collections/${this.#id}/search`, {
      query,
      mode,
      top_k: 10,
    });
    return [...new Set((results as { file_id: string }[]).map(({ file_id }) => this.#files.indexOf(file_id)))];
  }

  /** With its files. */
  async delete(): Promise<void> {
    await call(this.#service, 'DELETE', `/v1/collections/${this.#id}?files=delete`);
  }
}

async function upload({ base, key }: Service, text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  form.append('wait_ms', '30000');
  const reply = await fetch(`${base}/v1/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
  return String(Object(await reply.json()).file_id);
}
