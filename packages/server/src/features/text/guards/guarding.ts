import type { GuardDecision, JsonValue } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Call } from '../../../ports/call.ts';
import type { PromptMask } from '../../models/prompt-mask.ts';
import type { CompiledCheck, PlacesCheck } from './compile-guard.ts';
import type { FindThreads } from './find-threads.ts';
import { countFindings, type Finding, placeholder, type Verdict } from './finding.ts';
import { type GuardedText, JudgedText, WholeText, WindowedText } from './guarded-text.ts';
import { GuardPromptMask, type Hiding } from './mask-prompt.ts';

/** A guard as it is in force. */
export interface ActiveGuard {
  name: string;
  action: GuardDecision['action'];
  looksAt: { input: boolean; output: boolean };
  check: CompiledCheck;
  restores: boolean;
}

type Stage = GuardDecision['stage'];
type Verdicts = Extract<CompiledCheck, { by: 'verdict' }>['check'];

export interface GuardingParts {
  guards: readonly ActiveGuard[];
  /** Asks somebody's webhook, or a model. */
  ask: (
    check: Verdicts,
    text: string,
    about: { guard: string; stage: Stage; call: Call; model: string | undefined },
  ) => Promise<Verdict>;
  /** Looks through texts. */
  finder: Pick<FindThreads, 'find'>;
  /** What a model is told of placeholders. */
  placeholders: string;
}

/** Characters of one call that guards look at, at most. */
const mostCharacters = 2_000_000;

/** The guards of one call: what they find, do and note. */
export class Guarding {
  readonly #parts: GuardingParts;
  readonly #call: Call;
  readonly #decisions = new Map<string, GuardDecision>();
  #model: string | undefined;
  readonly mask: PromptMask | undefined;

  constructor(parts: GuardingParts, call: Call) {
    this.#parts = parts;
    this.#call = call;
    const hidings = parts.guards.flatMap((guard) => this.#hiding(guard));
    this.mask = hidings.length > 0 ? new GuardPromptMask(hidings, parts.placeholders) : undefined;
  }

  /** Looks at what the caller says. Throws `blocked_by_guard`. Gives the texts as they go on. */
  async input(texts: readonly string[], model: string | undefined): Promise<readonly string[]> {
    this.#model = model;
    // A question stands in its message once more.
    const distinct = [...new Set(texts)];
    let now: readonly string[] = distinct;
    const length = distinct.reduce((sum, text) => sum + text.length, 0);
    for (const guard of this.#parts.guards) {
      if (!guard.looksAt.input || guard.check.by === 'whole') continue;
      const isMask = guard.action === 'mask';
      if (length > mostCharacters && (guard.action === 'block' || isMask))
        throw this.#blocked(guard, `it is longer than the ${mostCharacters} characters that guards look at`);
      if (guard.check.by === 'verdict') now = await this.#judgeInput(guard, guard.check.check, now);
      // What masks by places looks at all that vendors are sent: see `mask`.
      else if (!isMask) await this.#lookAt(guard, guard.check, now);
    }
    return texts.map((text) => now[distinct.indexOf(text)] ?? text);
  }

  /** What a text of the reply goes through; null where no guard looks at replies. */
  reply(): GuardedText | null {
    const stages = this.#parts.guards.filter(({ looksAt }) => looksAt.output).map((guard) => this.#replyStage(guard));
    if (stages.length === 0) return null;
    return {
      push: async (text) => {
        let now = text;
        for (const stage of stages) if (now !== '') now = await stage.push(now);
        return now;
      },
      end: async () => {
        let now = '';
        for (const stage of stages) now = (now === '' ? '' : await stage.push(now)) + (await stage.end());
        return now;
      },
    };
  }

  /** The strings of a value, each as it may go out. Throws `blocked_by_guard`. */
  async value<T extends JsonValue>(value: T): Promise<T>;
  async value(value: JsonValue): Promise<JsonValue> {
    if (typeof value === 'string') {
      const text = this.reply();
      return text === null ? value : (await text.push(value)) + (await text.end());
    }
    if (Array.isArray(value)) {
      const items: JsonValue[] = [];
      for (const item of value) items.push(await this.value(item));
      return items;
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields: Record<string, JsonValue> = {};
    for (const [name, own] of Object.entries(value)) fields[name] = await this.value(own);
    return fields;
  }

  get looksAtReplies(): boolean {
    return this.#parts.guards.some(({ looksAt }) => looksAt.output);
  }

  /** A sentence for each guard that warns and found something. */
  get warnings(): string[] {
    return this.decisions
      .filter(({ action }) => action === 'warn')
      .map(({ guard, stage, findings }) => {
        const what = Object.entries(findings).map(([kind, count]) => `${kind.replaceAll('_', ' ')} (${count})`);
        return `The guard ${guard} found in the ${stage === 'input' ? 'request' : 'reply'}: ${what.join(', ')}.`;
      });
  }

  /** What was found, for the record of the call. */
  get decisions(): GuardDecision[] {
    return [...this.#decisions.values()].filter(({ findings }) => Object.keys(findings).length > 0);
  }

  #hiding(guard: ActiveGuard): Hiding[] {
    if (guard.action !== 'mask' || !guard.looksAt.input || guard.check.by !== 'places') return [];
    const { check } = guard;
    return [
      {
        find: (text) => this.#found(guard, 'input', { check, text }),
        restores: guard.restores,
        onFound: (found) => this.#note(guard, 'input', found),
      },
    ];
  }

  #replyStage(guard: ActiveGuard): GuardedText {
    const { check } = guard;
    if (check.by === 'places') {
      return new WindowedText({
        find: (text) => this.#found(guard, 'output', { check, text }),
        replaces: guard.action === 'mask',
        onFound: (found) => {
          this.#note(guard, 'output', found);
          if (found.length > 0 && guard.action === 'block') throw this.#blocked(guard, `the reply has ${said(found)}`);
        },
      });
    }
    if (check.by === 'whole') {
      return new WholeText((text) => {
        const problem = check.problem(text);
        if (problem !== null) this.#verdict(guard, 'output', { action: 'block', message: problem });
      });
    }
    const judge = async (text: string) =>
      this.#verdict(guard, 'output', await this.#asked(guard, { check: check.check, text, stage: 'output' }));
    return new JudgedText(judge, { replaces: guard.action === 'mask' });
  }

  async #lookAt(guard: ActiveGuard, check: PlacesCheck, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      const found = await this.#found(guard, 'input', { check, text });
      this.#note(guard, 'input', found);
      if (found.length > 0 && guard.action === 'block') throw this.#blocked(guard, `the request has ${said(found)}`);
    }
  }

  /** What cannot be looked through is not let through by who blocks or hides. */
  async #found(
    guard: ActiveGuard,
    stage: Stage,
    { check, text }: { check: PlacesCheck; text: string },
  ): Promise<Finding[]> {
    const { signal, workspaceId, keepsNothing } = this.#call;
    // Replies are looked through once, a piece at a time.
    const look = { workspaceId, signal, remembers: stage === 'input' && keepsNothing !== true };
    try {
      return await this.#timed(guard, stage, () => this.#parts.finder.find(check, text, look));
    } catch (error) {
      signal.throwIfAborted();
      if (guard.action === 'block' || guard.action === 'mask')
        throw this.#blocked(guard, 'it could not be looked at', error);
      this.#count(guard, stage, { error: 1 });
      return [];
    }
  }

  async #judgeInput(guard: ActiveGuard, check: Verdicts, texts: readonly string[]): Promise<readonly string[]> {
    const now: string[] = [];
    for (const text of texts) {
      const verdict = await this.#asked(guard, { check, text, stage: 'input' });
      now.push(this.#verdict(guard, 'input', verdict) ?? text);
    }
    return now;
  }

  async #asked(
    guard: ActiveGuard,
    { check, text, stage }: { check: Verdicts; text: string; stage: Stage },
  ): Promise<Verdict> {
    try {
      return await this.#timed(guard, stage, () =>
        this.#parts.ask(check, text, { guard: guard.name, stage, call: this.#call, model: this.#model }),
      );
    } catch (error) {
      this.#call.signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'budget_exceeded') throw error;
      this.#count(guard, stage, { error: 1 });
      if (check.on_error !== 'block') return { action: 'allow' };
      throw this.#blocked(guard, 'it could not be looked at', error);
    }
  }

  /** Does what the guard is there for; gives the text that stands instead, or null. */
  #verdict(guard: ActiveGuard, stage: Stage, verdict: Verdict): string | null {
    if (verdict.action === 'allow') return null;
    this.#count(guard, stage, { verdict: 1 });
    if (guard.action === 'block') throw this.#blocked(guard, verdict.message ?? 'it must not pass');
    if (guard.action !== 'mask') return null;
    return verdict.text ?? placeholder('removed');
  }

  #note(guard: ActiveGuard, stage: Stage, found: readonly Finding[]): void {
    if (found.length > 0) this.#count(guard, stage, countFindings(found));
  }

  #count(guard: ActiveGuard, stage: Stage, counts: Readonly<Record<string, number>>): void {
    const { findings } = this.#decision(guard, stage);
    for (const [kind, count] of Object.entries(counts)) findings[kind] = (findings[kind] ?? 0) + count;
  }

  async #timed<T>(guard: ActiveGuard, stage: Stage, look: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await look();
    } finally {
      const decision = this.#decision(guard, stage);
      decision.ms = Math.round((decision.ms + performance.now() - startedAt) * 100) / 100;
    }
  }

  #decision({ name, action }: ActiveGuard, stage: Stage): GuardDecision {
    const key = `${stage} ${name}`;
    const decision = this.#decisions.get(key) ?? { guard: name, stage, action, findings: {}, ms: 0 };
    this.#decisions.set(key, decision);
    return decision;
  }

  #blocked({ name }: ActiveGuard, why: string, cause?: unknown): AppError {
    return new AppError('blocked_by_guard', `The guard ${name} keeps this from passing: ${why}`, {
      ...(cause !== undefined && { cause }),
    });
  }
}

function said(found: readonly Finding[]): string {
  const counted = Object.entries(countFindings(found));
  return counted.map(([kind, count]) => `${kind.replaceAll('_', ' ')} (${count})`).join(', ');
}
