import { TarFile } from '../adapters/disk/tar-file.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { ExportRepository } from '../features/operating/export/export-repository.ts';
import { type ExportManifest, exportWorkspace } from '../features/operating/export/export-workspace.ts';
import { AuditLog } from '../features/people/audit/audit-log.ts';
import { openSealing } from './open-sealing.ts';
import { openBlobs } from './storage.ts';

/** Writes what is stored of a workspace, or of one of its end users, into a tar archive. The service may run meanwhile. */
export async function exportData(
  config: Config,
  { to, ...whose }: { to: string; workspaceId: string; userId?: string | undefined },
): Promise<ExportManifest> {
  const { dataDir, databaseUrl: url } = config.server;
  const opened = await openDatabase({ url, dataDir, isLeftAsItIs: true });
  try {
    const inner = await openBlobs({ dataDir, s3: config.storage.s3 });
    try {
      const { database, blobs } = await openSealing(config, { database: opened, blobs: inner });
      const target = await TarFile.make(to);
      try {
        const repository = new ExportRepository({ database });
        const manifest = await exportWorkspace({ repository, blobs, target }, whose);
        await new AuditLog({ db: database.db, clock: systemClock }).record({
          workspaceId: whose.workspaceId,
          actor: 'system',
          action: 'workspace.export',
          target: whose.userId ?? whose.workspaceId,
          details: { files: manifest.files.length },
        });
        await target.finish();
        return manifest;
      } finally {
        await target.close();
      }
    } finally {
      await inner.close();
    }
  } finally {
    await opened.close();
  }
}
