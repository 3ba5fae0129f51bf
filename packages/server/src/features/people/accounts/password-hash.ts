import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../lib/app-error.ts';

/** OWASP's second choice for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const usualCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };
const lanes = 1;
const hashBytes = 32;
const saltBytes = 16;
/** Each takes 19 MiB and one thread of libuv's four: files must be read meanwhile, too. */
const maxAtOnce = 2;
const maxWaiting = 100;

export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/**
 * Hashes passwords with Argon2id, written in the PHC format. Not on the event loop, and no more at once than the memory of a
 * small machine takes; beyond a hundred that wait it throws `service_unavailable`.
 */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #cost: PasswordCost;

  constructor(cost = usualCost) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const { memoryKiB: memory, passes } = this.#cost;
    const salt = randomBytes(saltBytes);
    const tag = await this.#derive(password, { salt, memory, passes, lanes, bytes: hashBytes });
    return this.#written(salt, tag);
  }

  /** Takes as long for nobody's password as for a wrong one. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const read = readHash(stored);
    const known = read ?? readHash(this.#written(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes)));
    if (known === null) return false;
    const tag = await this.#derive(password, known);
    return timingSafeEqual(tag, known.tag) && read !== null;
  }

  #written(salt: Buffer, tag: Buffer): string {
    const { memoryKiB, passes } = this.#cost;
    return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`;
  }

  async #derive(password: string, { salt, memory, passes, lanes, bytes }: Parameters): Promise<Buffer> {
    await this.#enter();
    try {
      const message = Buffer.from(password.normalize('NFKC'));
      const options = { message, nonce: salt, parallelism: lanes, tagLength: bytes, memory, passes };
      return await new Promise((resolve, reject) => {
        argon2('argon2id', options, (error, tag) => (error ? reject(error) : resolve(tag)));
      });
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running >= maxAtOnce) {
      if (this.#waiting.length >= maxWaiting) {
        throw new AppError('service_unavailable', 'Too many people sign in at once. Try again in a moment.', {
          retryAfterMs: 2000,
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running++;
  }
}

interface Parameters {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
  bytes: number;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '');

/** With the parameters that it was made with, so that they can be raised one day. */
function readHash(stored: string | null): (Parameters & { tag: Buffer }) | null {
  const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,88})\$([\w+/]{43,88})$/;
  const [, memory, time, parallel, salt = '', tag = ''] = form.exec(stored ?? '') ?? [];
  if (tag === '') return null;
  const bytes = Buffer.from(tag, 'base64');
  return {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(time),
    lanes: Number(parallel),
    bytes: bytes.length,
    tag: bytes,
  };
}
