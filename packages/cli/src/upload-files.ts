import { basename } from 'node:path';
import type { FileInfo } from '@parley/sdk';
import type { Call } from './command.ts';
import { needFile } from './io.ts';

/** Uploads files one after the other and says how far it is. */
export async function uploadFiles({ client, out, io }: Call, paths: readonly string[]): Promise<FileInfo[]> {
  const done: FileInfo[] = [];
  for (const path of paths) needFile(path);
  for (const path of paths) {
    const name = basename(path);
    const file = await client().files.upload(path, {
      signal: io.signal,
      onProgress: (progress) => {
        if (progress.phase === 'uploading') {
          const percent = Math.floor((100 * progress.sentBytes) / Math.max(1, progress.totalBytes));
          out.status(`${name}: uploading ${percent} %`);
        } else if (progress.phase === 'processing') out.status(`${name}: reading…`);
      },
    });
    for (const warning of file.warnings) out.note(`${name}: ${warning}`);
    done.push(file);
  }
  return done;
}
