import type { CreateGuardRequest, Guard, GuardCheck, GuardDecision, UpdateGuardRequest } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import { compileCheck } from './compile-guard.ts';
import type { GuardRepository, GuardRow } from './guard-repository.ts';
import type { ActiveGuard, Guarding } from './guarding.ts';

export interface GuardServiceParts {
  repository: GuardRepository;
  /** Told of each change. */
  onChange: (workspaceId: string) => void;
  /** Makes one guard ready for one call. */
  ready: (row: GuardRow, call: Call) => { guard: ActiveGuard; guarding: Guarding };
  clock: Clock;
}

const mostGuards = 50;

/** What looks at calls for text, as it is managed. */
export class GuardService {
  readonly #parts: GuardServiceParts;

  constructor(parts: GuardServiceParts) {
    this.#parts = parts;
  }

  async create(request: CreateGuardRequest, workspaceId: string): Promise<Guard> {
    const { repository, clock, onChange } = this.#parts;
    requireSense(request);
    if ((await repository.list({ workspaceId, limit: mostGuards })).length >= mostGuards)
      throw new AppError('conflict', `A workspace has at most ${mostGuards} guards; delete one that is not needed`);
    const now = clock.now();
    const row: GuardRow = {
      id: newId('grd'),
      workspace_id: workspaceId,
      name: request.name,
      stage: request.stage,
      action: request.action,
      check: JSON.stringify(request.check),
      keys: request.keys ? JSON.stringify(request.keys) : null,
      restores: request.restore === false ? 0 : 1,
      on_request: request.on_request === true ? 1 : 0,
      is_enabled: request.enabled === false ? 0 : 1,
      position: request.position ?? 100,
      created_at: now,
      updated_at: now,
    };
    if (!(await repository.insert(row))) throw nameTaken(request.name);
    onChange(workspaceId);
    return toGuard(row);
  }

  async list(query: { workspaceId?: string | undefined; limit?: number; after?: string }): Promise<Page<Guard>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list({ workspaceId: query.workspaceId, limit: limit + 1, after });
    return toPage(rows, limit, toGuard, (row) => cursorOf(row.created_at, row.id));
  }

  async find(id: string): Promise<Guard> {
    return toGuard(await this.#row(id));
  }

  async update(id: string, changes: UpdateGuardRequest): Promise<Guard> {
    const { repository, clock, onChange } = this.#parts;
    const row = await this.#row(id);
    const before = toGuard(row);
    requireSense({ ...before, ...changes });
    if (changes.name !== undefined && changes.name !== before.name) {
      if (await repository.named(before.workspace_id, changes.name)) throw nameTaken(changes.name);
    }
    await repository.update(id, {
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.stage !== undefined && { stage: changes.stage }),
      ...(changes.action !== undefined && { action: changes.action }),
      ...(changes.check !== undefined && { check: JSON.stringify(changes.check) }),
      ...(changes.keys !== undefined && { keys: changes.keys === null ? null : JSON.stringify(changes.keys) }),
      ...(changes.restore !== undefined && { restores: changes.restore ? 1 : 0 }),
      ...(changes.on_request !== undefined && { on_request: changes.on_request ? 1 : 0 }),
      ...(changes.enabled !== undefined && { is_enabled: changes.enabled ? 1 : 0 }),
      ...(changes.position !== undefined && { position: changes.position }),
      updated_at: clock.now(),
    });
    onChange(before.workspace_id);
    return this.find(id);
  }

  async delete(id: string): Promise<void> {
    const { workspace_id: workspaceId } = await this.#row(id);
    await this.#parts.repository.delete(id);
    this.#parts.onChange(workspaceId);
  }

  /** What a guard would make of a text. */
  async try(
    id: string,
    { text, stage = 'input' }: { text: string; stage?: 'input' | 'output' },
    call: Call,
  ): Promise<{ decision: GuardDecision | null; text: string | null }> {
    const { guard, guarding } = this.#parts.ready(await this.#row(id), call);
    const looks = { ...guard, looksAt: { input: stage === 'input', output: stage === 'output' } };
    let out: string | null;
    try {
      out = await seen(looks, guarding, text);
    } catch (error) {
      if (!isAppError(error, 'blocked_by_guard')) throw error;
      out = null;
    }
    return { decision: guarding.decisions[0] ?? null, text: out };
  }

  async #row(id: string): Promise<GuardRow> {
    const row = await this.#parts.repository.find(id);
    if (!row) throw new AppError('not_found', `There is no guard ${id}`);
    return row;
  }
}

async function seen({ looksAt }: ActiveGuard, guarding: Guarding, text: string): Promise<string> {
  if (looksAt.output) {
    const reply = guarding.reply();
    return reply === null ? text : (await reply.push(text)) + (await reply.end());
  }
  const [said = text] = await guarding.input([text], undefined);
  const hidden = await guarding.mask?.hide({
    system: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text: said }] }],
  });
  const message = hidden?.prompt.messages[0];
  const part = message?.role === 'user' ? message.parts[0] : undefined;
  return part?.type === 'text' ? part.text : said;
}

/** Throws for what could not work: a schema over a request, a mask of what has no places. */
function requireSense({ check, stage, action }: { check: GuardCheck; stage: string; action: string }): void {
  compileCheck(check);
  if (check.type === 'schema' && stage !== 'output')
    throw invalid('stage', 'a schema can only be held against replies: "output"');
  if (action === 'mask' && (check.type === 'schema' || check.type === 'judge' || check.type === 'topics'))
    throw invalid('action', `a ${check.type} guard says yes or no and finds no places that could be masked`);
}

const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });

const nameTaken = (name: string): AppError =>
  new AppError('conflict', `The workspace has a guard ${name} already`, { title: 'The name is taken', param: 'name' });

export const toGuard = (row: GuardRow): Guard => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  // What stands in the columns was checked by the contract when it came.
  stage: row.stage as Guard['stage'],
  action: row.action as Guard['action'],
  check: JSON.parse(row.check),
  restore: row.restores === 1,
  keys: row.keys === null ? null : JSON.parse(row.keys),
  on_request: row.on_request === 1,
  enabled: row.is_enabled === 1,
  position: row.position,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});
