import { createHash } from 'node:crypto';
import type { FileMember } from '@parley/documents';
import { isAppError } from '../../../lib/app-error.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import { FileContent } from './file-content.ts';
import { fileJobId, processFileKind, queueMs } from './file-job.ts';
import type { FileRepository, FileRow } from './file-repository.ts';
import { checkFileType, declaredMediaType } from './file-types.ts';
import type { StorageRoom } from './storage-room.ts';

export interface FileChildrenParts {
  files: FileRepository;
  blobs: BlobStore;
  room: StorageRoom;
  jobs: JobQueue;
  clock: Clock;
  /** From the taking out to `ready` or `failed`. */
}

/** Files inside files inside a file. */
const maxDepth = 3;
/** Of one file that was uploaded, over all that is taken out of it at any depth. */
const most = { files: 300, bytes: 209_715_200 };

/** Makes the files inside a file (attachments, members of archives) files of their own. */
export class FileChildren {
  readonly #parts: FileChildrenParts;

  constructor(parts: FileChildrenParts) {
    this.#parts = parts;
  }

  /**
   * Stores the members and begins their processing; answers what became of them and what was left out. Their ids follow from the
   * parent's, so that running again makes none twice.
   */
  async create(
    parent: FileRow,
    members: readonly FileMember[],
  ): Promise<{ children: { file_id: string; filename: string }[]; warnings: string[] }> {
    const children: { file_id: string; filename: string }[] = [];
    const left: string[] = [];
    if (members.length === 0) return { children, warnings: [] };
    const { root, depth } = await this.#placeOf(parent);
    const held = await this.#parts.files.children.descendants(parent.workspace_id, root);
    for (const [index, member] of members.entries()) {
      const id = childId(parent.id, index);
      const isKnown = held.ids.has(id);
      const isFull = held.ids.size >= most.files || held.bytes + member.bytes.length > most.bytes;
      if (depth >= maxDepth || (isFull && !isKnown) || !isReadable(member.filename)) {
        left.push(member.filename);
        continue;
      }
      if (!isKnown && !(await this.#store(parent, root, id, member))) {
        left.push(member.filename);
        continue;
      }
      if (!isKnown) {
        held.ids.add(id);
        held.bytes += member.bytes.length;
      }
      children.push({ file_id: id, filename: member.filename });
    }
    return { children, warnings: left.length === 0 ? [] : [leftOut(left)] };
  }

  /** False when there is no room for it. */
  async #store(parent: FileRow, root: string, id: string, member: FileMember): Promise<boolean> {
    const { files, blobs, room, jobs, clock } = this.#parts;
    const file = { workspaceId: parent.workspace_id, id };
    const now = clock.now();
    try {
      const release = await room.take(file.workspaceId, member.bytes.length);
      try {
        await blobs.put(FileContent.path(file, 'original'), member.bytes);
        await files.children.insert({
          ...file,
          parentId: parent.id,
          rootId: root,
          filename: member.filename,
          mediaType: declaredMediaType(member.mediaType ?? undefined),
          sizeBytes: member.bytes.length,
          createdAt: now,
          deadlineAt: now + queueMs,
          userId: parent.user_id,
          payer: { keyId: parent.key_id, broughtBy: parent.brought_by },
          expiresAt: parent.expires_at,
        });
      } finally {
        await release();
      }
    } catch (error) {
      if (isAppError(error, 'storage_full')) return false;
      throw error;
    }
    await jobs.enqueue(processFileKind, { workspace_id: file.workspaceId, file_id: id }, { id: fileJobId(id) });
    return true;
  }

  /** The file that was uploaded, and how deep inside it this one is. */
  async #placeOf(file: FileRow): Promise<{ root: string; depth: number }> {
    let depth = 0;
    for (let at: FileRow | undefined = file; at?.parent_file_id && depth < maxDepth; depth++) {
      [at] = await this.#parts.files.find(file.workspace_id, [at.parent_file_id]);
    }
    return { root: file.root_file_id ?? file.id, depth };
  }
}

/** A UUID that is always the same for the n-th member of a file. */
function childId(parentId: string, index: number): string {
  const hex = createHash('sha256').update(`${parentId} member ${index}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}

function isReadable(filename: string): boolean {
  try {
    checkFileType(filename);
    return true;
  } catch {
    return false;
  }
}

function leftOut(names: string[]): string {
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ' and others' : '');
  return (
    `${names.length} of the files inside ${names.length === 1 ? 'is' : 'are'} no file of its own (${shown}): of a kind that cannot be ` +
    `read, deeper than ${maxDepth} levels, or beyond ${most.files} files, 200 MB or the workspace's storage. Upload what is needed by itself.`
  );
}
