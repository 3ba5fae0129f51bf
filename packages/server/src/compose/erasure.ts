import { ErasureRepository } from '../features/operating/erasure/erasure-repository.ts';
import {
  type EndUser,
  type EndUserEraser,
  type Eraser,
  ErasureService,
} from '../features/operating/erasure/erasure-service.ts';
import { ReceiptSigner } from '../features/operating/erasure/receipt-signer.ts';
import { ExportRepository } from '../features/operating/export/export-repository.ts';
import { BlobCensus } from '../features/operating/storage/blob-census.ts';
import type { Platform } from './platform.ts';

/** An eraser of what the rows of the database tell by themselves. */
export const quietly =
  (forget: (user: EndUser, by: Eraser) => Promise<unknown>): EndUserEraser =>
  async (user, by) => {
    await forget(user, by);
    return {};
  };

/** What deletes everything of an end user or a workspace. Each capability that keeps something of end users adds what removes it to `erasers`. */
export function composeErasure({ blobs, clock, database, holds, secrets }: Platform) {
  const erasers: EndUserEraser[] = [];
  const erasures = new ErasureService({
    repository: new ErasureRepository({ db: database.db }),
    rows: new ExportRepository({ database }),
    async countBlobs(workspaceId) {
      // One of its own: what was counted for somebody a while ago is not what there is now.
      const { workspaces } = await new BlobCensus({ blobs, clock }).count();
      return workspaces.get(workspaceId)?.count ?? 0;
    },
    signer: new ReceiptSigner(secrets),
    holds,
    erasers,
    clock,
  });
  return { erasures, erasers };
}
