import { expect, it } from 'vitest';
import { PasswordHasher } from './password-hash.ts';

it('hashes with Argon2id at the cost that OWASP names, each time with another salt, and knows its hashes again', async () => {
  const passwords = new PasswordHasher();
  const stored = await passwords.hash('a long pass phrase');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await passwords.hash('a long pass phrase')).not.toBe(stored);
  expect(await passwords.verify('a long pass phrase', stored)).toBe(true);
  expect(await passwords.verify('a long pass phrase.', stored)).toBe(false);
});

it('knows hashes of another cost, and works as long for nobody as for a wrong password', async () => {
  const cheap = new PasswordHasher({ memoryKiB: 64, passes: 1 });
  const dear = new PasswordHasher();
  expect(await dear.verify('word', await cheap.hash('word'))).toBe(true);
  expect(await cheap.verify('word', await dear.hash('word'))).toBe(true);
  const took = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const stored = await dear.hash('word');
  const [known, nobody] = [await took(() => dear.verify('x', stored)), await took(() => dear.verify('x', null))];
  expect(await dear.verify('', null)).toBe(false);
  expect(nobody).toBeGreaterThan(known / 4);
});
