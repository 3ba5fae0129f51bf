import { expect, it } from 'vitest';
import { onBothDatabases } from '../../test/database.ts';
import { requireSameSecret } from './secret-guard.ts';

const given = { store: 'the database of the test', from: 'PARLEY_SECRET', isShared: false, acceptsNew: false };
const shared = { ...given, isShared: true };

onBothDatabases('the secret of a database', (open) => {
  it('is the same for several processes: one that made its own is refused, whatever it accepts', async () => {
    const { db, close } = await open();
    await requireSameSecret(db, ['first secret of a directory'], shared);
    await requireSameSecret(db, ['first secret of a directory'], shared);
    const other = ['another secret of a directory'];
    await expect(requireSameSecret(db, other, { ...shared, acceptsNew: true })).rejects.toThrow('PARLEY_SECRET');
    await close();
  });

  it('changes by a rotation, and else only when that is accepted', async () => {
    const { db, close } = await open();
    await requireSameSecret(db, ['the first secret'], given);
    await requireSameSecret(db, ['a newer secret', 'the first secret'], given);
    await requireSameSecret(db, ['a newer secret'], given);
    const lost = requireSameSecret(db, ['one made anew'], given);
    await expect(lost).rejects.toThrow(
      /^the database of the test is sealed with another secret than PARLEY_SECRET.*ACCEPT_NEW_SECRET/,
    );
    // A refused start leaves the database as it was.
    await requireSameSecret(db, ['a newer secret'], given);
    await requireSameSecret(db, ['one made anew'], { ...given, acceptsNew: true });
    await requireSameSecret(db, ['one made anew'], given);
    await expect(requireSameSecret(db, ['a newer secret'], given)).rejects.toThrow('ACCEPT_NEW_SECRET');
    await close();
  });
});
