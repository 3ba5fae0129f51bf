import { expect, it } from 'vitest';
import { onBothDatabases } from '../../test/database.ts';
import { requireSameSecret } from './secret-guard.ts';

onBothDatabases('the secret of several processes', (open) => {
  it('must be one: a process that made its own is refused, a rotation is not', async () => {
    const { db, close } = await open();
    const made = { isGiven: false };
    const given = { isGiven: true };
    await requireSameSecret(db, ['first secret of a directory'], made);
    await requireSameSecret(db, ['first secret of a directory'], made);
    await expect(requireSameSecret(db, ['another secret of a directory'], made)).rejects.toThrow('PARLEY_SECRET');
    await requireSameSecret(db, ['a newer secret', 'first secret of a directory'], given);
    await requireSameSecret(db, ['a newer secret'], given);
    await expect(requireSameSecret(db, ['first secret of a directory'], made)).rejects.toThrow('PARLEY_SECRET');
    await close();
  });
});
