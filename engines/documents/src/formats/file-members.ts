/** A file inside another: an attachment of a message or PDF, a member of an archive. */
export interface FileMember {
  /** Without folders. */
  filename: string;
  /** As the container declares it; null when it does not. */
  mediaType: string | null;
  bytes: Uint8Array;
}

const maxMembers = 100;
const maxMemberBytes = 52_428_800;
const maxTotalBytes = 104_857_600;
const maxNameLength = 200;

/** Takes members within the limits of one container; what it leaves out is told in `warnings`. */
export class FileMembers {
  readonly taken: FileMember[] = [];
  readonly warnings: string[] = [];
  #bytes = 0;
  #left = 0;

  /** `load` is called only for what will be taken. `sizeBytes` may be an estimate by the container. */
  add(member: { filename: string; mediaType?: string | null; sizeBytes: number; load: () => Uint8Array | null }): void {
    const isFull = this.taken.length >= maxMembers || this.#bytes + member.sizeBytes > maxTotalBytes;
    if (isFull || member.sizeBytes > maxMemberBytes) {
      this.#left++;
      return;
    }
    const bytes = member.load();
    if (!bytes || bytes.length === 0) return;
    this.#bytes += bytes.length;
    this.taken.push({ filename: plainName(member.filename), mediaType: member.mediaType ?? null, bytes });
  }

  /** To be spread into what a reader hands back. */
  get result(): { members: FileMember[]; warnings: string[] } {
    const limits = `at most ${maxMembers} files, 50 MB each and 100 MB together, are taken out`;
    const warnings =
      this.#left === 0 ? this.warnings : [...this.warnings, `${this.#left} files inside were left out: ${limits}.`];
    return { members: this.taken, warnings };
  }
}

/** The last part of a path, without what no file system takes. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = last.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim();
  return clean.length > maxNameLength ? clean.slice(-maxNameLength) : clean || 'file';
}
