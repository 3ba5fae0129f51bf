import { LRUCache } from 'lru-cache';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { compileCheck } from './compile-guard.ts';
import type { GuardRepository, GuardRow } from './guard-repository.ts';
import { toGuard } from './guard-service.ts';
import { type ActiveGuard, Guarding, type GuardingParts } from './guarding.ts';

interface Page {
  until: number;
  guards: readonly (ActiveGuard & { keys: readonly string[] | null; onRequest: boolean })[];
}

export interface GuardBookParts extends Omit<GuardingParts, 'guards'> {
  repository: Pick<GuardRepository, 'enabled'>;
  now: () => number;
}

/** For how long a process goes on with the guards that it knows: changes are in force everywhere within a second. */
const knownForMs = 900;
const mostWorkspaces = 1000;

/** The guards in force, by workspace, ready to look. */
export class GuardBook {
  readonly #parts: GuardBookParts;
  readonly #pages = new LRUCache<string, Page>({ max: mostWorkspaces });
  readonly #reading = new Map<string, Promise<Page>>();

  constructor(parts: GuardBookParts) {
    this.#parts = parts;
  }

  /** The guards of a call; null where none looks at it. At once where they are known. Throws for a name that is no guard's. */
  of(call: Call): Guarding | null | Promise<Guarding | null> {
    const page = this.#pages.get(call.workspaceId);
    if (page && page.until > this.#parts.now()) return this.#guarding(page, call);
    return this.#read(call.workspaceId).then((read) => this.#guarding(read, call));
  }

  /** To be called when a guard of a workspace was changed here. */
  forget(workspaceId: string): void {
    this.#pages.delete(workspaceId);
  }

  #guarding({ guards }: Page, call: Call): Guarding | null {
    const named = call.guards ?? [];
    if (guards.length === 0 && named.length === 0) return null;
    const unknown = named.find((name) => !guards.some((guard) => guard.name === name));
    if (unknown !== undefined) {
      throw new AppError(
        'invalid_request',
        `x-parley-guards: this workspace has no guard ${unknown.slice(0, 100)} in force`,
        {
          title: 'x-parley-guards is not valid',
          param: 'x-parley-guards',
        },
      );
    }
    const looking = guards.filter(
      ({ name, keys, onRequest }) =>
        (keys === null || keys.includes(call.keyId)) && (!onRequest || named.includes(name)),
    );
    return looking.length === 0 ? null : new Guarding({ ...this.#parts, guards: looking }, call);
  }

  #read(workspaceId: string): Promise<Page> {
    const reading = this.#reading.get(workspaceId);
    if (reading) return reading;
    const read = this.#parts.repository
      .enabled(workspaceId)
      .then((rows) => {
        const page = { until: this.#parts.now() + knownForMs, guards: rows.map(toActive) };
        this.#pages.set(workspaceId, page);
        return page;
      })
      .finally(() => this.#reading.delete(workspaceId));
    this.#reading.set(workspaceId, read);
    return read;
  }
}

/** Compiled checks by what they say: most reads find nothing changed. */
const compiled = new LRUCache<string, ReturnType<typeof compileCheck>>({ max: 500 });

export function toActive(row: GuardRow): Page['guards'][number] {
  const guard = toGuard(row);
  const check = compiled.get(row.check) ?? compileCheck(guard.check);
  compiled.set(row.check, check);
  return {
    name: guard.name,
    action: guard.action,
    looksAt: { input: guard.stage !== 'output', output: guard.stage !== 'input' },
    check,
    restores: guard.restore,
    keys: guard.keys,
    onRequest: guard.on_request,
  };
}
