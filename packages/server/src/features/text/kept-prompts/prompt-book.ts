import { createHash } from 'node:crypto';
import type { PromptChoice, PromptTemplate, StoredPrompt } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import { type PromptRepository, promptMark } from './prompt-repository.ts';
import { templateOf, toPrompt } from './prompt-store.ts';
import { filledTemplate } from './prompt-template.ts';

export interface ChosenPrompt {
  template: PromptTemplate;
  /** As the record of the call names it. */
  mark: string;
}

/** For how long a process goes on with the labels that it knows. */
const knownForMs = 900;
const mostKnown = 2000;

/** Finds the version of a kept prompt that a call begins with. */
export class PromptBook {
  readonly #repository: Pick<PromptRepository, 'named' | 'version'>;
  readonly #now: () => number;
  readonly #prompts = new LRUCache<string, { until: number; prompt: StoredPrompt }>({ max: mostKnown });
  /** Versions never change. */
  readonly #templates = new LRUCache<string, PromptTemplate>({ max: mostKnown });

  constructor({ repository, now }: { repository: Pick<PromptRepository, 'named' | 'version'>; now: () => number }) {
    this.#repository = repository;
    this.#now = now;
  }

  /** Throws `not_found`, and `invalid_request` for variables that are missing. One user, else one call, gets one version. */
  async choose({ id, version, label = 'production', variables = {} }: PromptChoice, call: Call): Promise<ChosenPrompt> {
    const prompt = await this.#prompt(call.workspaceId, id);
    const number = version === undefined ? this.#byLabel(prompt, label, call) : Number(version);
    const mark = promptMark(prompt.id, number);
    return { template: filledTemplate(await this.#template(prompt.id, number), variables), mark };
  }

  /** By its id or name. Throws `not_found`, also for a version that it does not have. */
  async find(workspaceId: string, { id, version }: { id: string; version?: number }): Promise<StoredPrompt> {
    const prompt = await this.#prompt(workspaceId, id);
    if (version !== undefined) await this.#template(prompt.id, version);
    return prompt;
  }

  /** To be called when a prompt of a workspace was changed here. */
  forget(workspaceId: string): void {
    for (const [key, { prompt }] of this.#prompts.entries())
      if (prompt.workspace_id === workspaceId) this.#prompts.delete(key);
  }

  async #prompt(workspaceId: string, name: string): Promise<StoredPrompt> {
    const key = `${workspaceId} ${name}`;
    const known = this.#prompts.get(key);
    if (known && known.until > this.#now()) return known.prompt;
    const row = await this.#repository.named(workspaceId, name);
    if (!row) throw missing(`There is no prompt ${name}`);
    const prompt = toPrompt(row);
    this.#prompts.set(key, { until: this.#now() + knownForMs, prompt });
    return prompt;
  }

  #byLabel(prompt: StoredPrompt, label: string, call: Call): number {
    const shares = Object.hasOwn(prompt.labels, label) ? prompt.labels[label] : undefined;
    const last = shares?.at(-1);
    if (!shares || !last) throw missing(`The prompt ${prompt.name} has no label ${label}`);
    const place = placeOf(`${prompt.id} ${label} ${call.labels?.user_id ?? call.requestId}`);
    let upTo = 0;
    return (
      shares.find(({ share }) => {
        upTo += share;
        return place < upTo;
      })?.version ?? last.version
    );
  }

  async #template(promptId: string, version: number): Promise<PromptTemplate> {
    const mark = promptMark(promptId, version);
    const known = this.#templates.get(mark);
    if (known) return known;
    const row = await this.#repository.version(promptId, version);
    if (!row) throw missing(`The prompt ${promptId} has no version ${version}`);
    const template = templateOf(row);
    this.#templates.set(mark, template);
    return template;
  }
}

/** From 0 to 1, the same for the same text. */
const placeOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

const missing = (message: string): AppError =>
  new AppError('not_found', message, { title: 'Prompt not found', param: 'prompt' });
