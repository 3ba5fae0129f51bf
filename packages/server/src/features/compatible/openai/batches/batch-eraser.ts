import { Readable } from 'node:stream';
import type { KeptFiles } from '../../../knowledge/files/kept-files.ts';
import type { Runs } from '../../../runs/background/runs.ts';
import type { BatchLineRepository } from './batch-line-repository.ts';
import { type BatchTypes, lineIdOf } from './batch-types.ts';
import { everyLine, parsedLine } from './read-batch-lines.ts';

export interface BatchEraserParts {
  files: KeptFiles;
  lines: BatchLineRepository;
  runs: readonly Pick<Runs<BatchTypes>, 'list'>[];
  /** Brings what was acknowledged into the database. */
  flush: () => Promise<void>;
  /** The caller's own user whom the body of a call names. */
  userOf(body: unknown): string | null;
}

interface EndUser {
  workspaceId: string;
  userId: string;
}

const runsAtOnce = 100;
const longestWriteMs = 10 * 60_000;

/** Takes the calls of an end user out of the files of batches: what was asked, what was answered, and what waits to be written. */
export class BatchEraser {
  readonly #parts: BatchEraserParts;

  constructor(parts: BatchEraserParts) {
    this.#parts = parts;
  }

  /** Safe to run again. Gives how many lines were taken out. */
  async forgetUser(user: EndUser): Promise<number> {
    const { lines, flush } = this.#parts;
    await flush();
    // What was called stands in the ledger with its user; what was not is found in the files of calls alone.
    const ids = new Set<string>();
    for await (const id of lines.idsOfUser(user)) ids.add(id);
    const asked = await this.#forgetAsked(user);
    await this.#addLines(user.workspaceId, asked, ids);
    await lines.forgetOutputs(user.workspaceId, ids);
    const answered = await this.#forgetAnswered(user.workspaceId, ids);
    return [...asked.values()].reduce((sum, numbers) => sum + numbers.length, 0) + answered;
  }

  /** Empties the lines of calls that name the user: the others keep their numbers. Gives the numbers by file. */
  async #forgetAsked({ workspaceId, userId }: EndUser): Promise<Map<string, number[]>> {
    const { files, userOf } = this.#parts;
    const found = new Map<string, number[]>();
    for await (const id of files.ofPurpose(workspaceId, 'batch')) {
      const file = { workspaceId, id };
      await files.withPath(file, async (path) => {
        const own: number[] = [];
        for await (const { line, text } of everyLine(path))
          if (userOf(parsedLine(text)?.body) === userId) own.push(line);
        if (own.length === 0) return;
        const gone = new Set(own);
        await this.#rewrite(file, path, (text, line) => (gone.has(line) ? '' : text));
        found.set(id, own);
      });
    }
    return found;
  }

  /** The ids of lines of all batches of these files. */
  async #addLines(workspaceId: string, asked: ReadonlyMap<string, number[]>, ids: Set<string>): Promise<void> {
    if (asked.size === 0) return;
    for (const runs of this.#parts.runs) {
      for (let after: { createdAt: number; id: string } | undefined; ; ) {
        const batches = await runs.list(workspaceId, { limit: runsAtOnce, after });
        for (const { id, request } of batches)
          for (const line of asked.get(request.body.input_file_id) ?? []) ids.add(lineIdOf(id, line));
        after = batches.at(-1);
        if (batches.length < runsAtOnce) break;
      }
    }
  }

  async #forgetAnswered(workspaceId: string, ids: ReadonlySet<string>): Promise<number> {
    const { files } = this.#parts;
    let count = 0;
    if (ids.size === 0) return count;
    const isGone = (text: string): boolean => {
      const id = parsedLine(text)?.id;
      return typeof id === 'string' && ids.has(id);
    };
    for await (const id of files.ofPurpose(workspaceId, 'batch_output')) {
      const file = { workspaceId, id };
      await files.withPath(file, async (path) => {
        let own = 0;
        for await (const { text } of everyLine(path)) if (isGone(text)) own += 1;
        if (own === 0) return;
        await this.#rewrite(file, path, (text) => (isGone(text) ? null : text));
        count += own;
      });
    }
    return count;
  }

  /** Null leaves a line out. */
  async #rewrite(
    file: { workspaceId: string; id: string },
    path: string,
    change: (text: string, line: number) => string | null,
  ): Promise<void> {
    async function* changed() {
      for await (const { line, text } of everyLine(path)) {
        const next = change(text, line);
        if (next !== null) yield `${next}\n`;
      }
    }
    await this.#parts.files.rewrite(file, Readable.from(changed()), AbortSignal.timeout(longestWriteMs));
  }
}
