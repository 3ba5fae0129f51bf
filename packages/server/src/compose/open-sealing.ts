import { SealedBlobStore } from '../adapters/sealed/sealed-blob-store.ts';
import { CommandSecrets } from '../adapters/system/command-secrets.ts';
import { SecretKeyWrapper } from '../adapters/system/secret-key-wrapper.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open-database.ts';
import { SealingPlugin } from '../db/sealing-plugin.ts';
import { DataKeyStore, requireSealingKey } from '../features/operating/sealing/data-key-store.ts';
import type { DataKeys } from '../lib/data-keys.ts';
import type { BlobStore } from '../ports/blob-store.ts';

/** What seals, where the operator set a key. */
export interface OpenedSealing {
  keys: DataKeys;
  store: DataKeyStore;
  blobs: SealedBlobStore;
  /** The database without sealing. */
  plain: Database['db'];
}

/** The database and the store of blobs as everything else uses them: sealed where the operator set a key. */
export async function openSealing(
  { storage }: Config,
  { database, blobs: inner }: { database: Database; blobs: BlobStore },
): Promise<{ database: Database; blobs: BlobStore; sealing: OpenedSealing | null }> {
  const { sealing } = storage;
  const plain = database.db;
  if (sealing === null) {
    await requireSealingKey(plain);
    return { database, blobs: inner, sealing: null };
  }
  const command = 'command' in sealing ? new CommandSecrets(sealing.command, 'SEALING_KEY_COMMAND') : null;
  const wrapper = new SecretKeyWrapper(async () => ('command' in sealing ? (command?.load() ?? []) : sealing.keys));
  const store = new DataKeyStore({ db: plain, wrapper });
  const keys = await store.open();
  const blobs = new SealedBlobStore({ inner, keys });
  return {
    database: { ...database, db: plain.withPlugin(new SealingPlugin(keys)) },
    blobs,
    sealing: { keys, store, blobs, plain },
  };
}
