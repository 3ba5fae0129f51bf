import { Agent, request } from 'node:http';
import { apiKey } from './test-service.ts';

const lookMs = 100;

/** Shares POSTs out to those who say that they are ready, over connections that it keeps, as balancers do. What fails is not sent again. */
export class SmallBalancer {
  readonly #upstreams: () => string[];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #away = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  constructor(upstreams: () => string[]) {
    this.#upstreams = upstreams;
    this.#timer = setInterval(() => void this.#look(), lookMs);
  }

  post(path: string, body: unknown): Promise<number> {
    const ready = this.#upstreams().filter((url) => !this.#away.has(url));
    const url = ready[this.#turn++ % ready.length];
    if (url === undefined) return Promise.reject(new Error('nobody is ready'));
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', agent: this.#agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  async #look(): Promise<void> {
    for (const url of this.#upstreams()) {
      const isReady = await fetch(`${url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isReady) this.#away.delete(url);
      else this.#away.add(url);
    }
  }
}
