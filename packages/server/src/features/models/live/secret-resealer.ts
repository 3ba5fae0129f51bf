import type { ModelSettingsRepository } from './model-settings-repository.ts';
import { type Sealer, secretContext } from './provider-service.ts';

export interface SecretResealerParts {
  repository: Pick<ModelSettingsRepository, 'sealedOtherwise' | 'reseal'>;
  sealer: Sealer & { keyId(): Promise<string> };
  /** Gets the error of one; the work on the others goes on. */
  onError(error: unknown): void;
}

const everyMs = 5 * 60_000;
const batch = 50;

/** Seals the keys of providers anew that an older secret of the installation had sealed, so that it can be taken away. */
export class SecretResealer {
  readonly #parts: SecretResealerParts;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: SecretResealerParts) {
    this.#parts = parts;
  }

  /** Looks at once, and every few minutes: another process may have written with an older secret. */
  start(): void {
    this.#look();
    this.#timer = setInterval(() => this.#look(), everyMs).unref();
  }

  /** Returns how many were sealed anew. All versions are, for whoever goes a step back. */
  async resealAll(): Promise<number> {
    const { repository, sealer, onError } = this.#parts;
    // A command that prints the secret is run only once there is something sealed.
    if ((await repository.sealedOtherwise('', { after: 0, limit: 1 })).length === 0) return 0;
    const keyId = await sealer.keyId();
    let [count, after] = [0, 0];
    for (;;) {
      const rows = await repository.sealedOtherwise(keyId, { after, limit: batch });
      for (const { sequence, name, secret } of rows) {
        after = sequence;
        try {
          const context = secretContext(name);
          await repository.reseal(sequence, secret, await sealer.seal(await sealer.open(secret, context), context));
          count++;
        } catch (error) {
          onError(error);
        }
      }
      if (rows.length < batch) return count;
    }
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  #look(): void {
    this.#running = this.#running
      .then(() => this.resealAll())
      .then(
        () => {},
        (error) => this.#parts.onError(error),
      );
  }
}
