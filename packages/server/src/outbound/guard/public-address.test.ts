import { expect, it } from 'vitest';
import { isPrivateName, isPublicAddress, isRefusedPort } from './public-address.ts';

it('takes what is no address, or carries a zone or another address, for not public', () => {
  const not = ['', 'example.com', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::', '2001::1', 'fe80::1%eth0'];
  expect(not.filter(isPublicAddress)).toEqual([]);
  // Unassigned blocks are unicast by name, but nobody's.
  expect(isPublicAddress('4000::1')).toBe(false);
  expect(isPublicAddress('2a00:1450::1%eth0')).toBe(true);
});

it.each(['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'alt', 'onion', 'test'])(
  'knows that no public host is named below %s',
  (ending) => {
    expect(isPrivateName(`host.${ending}`)).toBe(true);
    expect(isPrivateName(`HOST.${ending.toUpperCase()}..`)).toBe(true);
    expect(isPrivateName(`host.${ending}.example`)).toBe(false);
    expect(isPrivateName(`my${ending.replace('.', '')}.example`)).toBe(false);
  },
);

it('takes a single label for private, with a dot at its end too', () => {
  expect(['router', 'router.', 'example.com', 'example.com.'].map(isPrivateName)).toEqual([true, true, false, false]);
});

it('refuses ports whose protocols can be made to act on a request, and no others', () => {
  expect([1, 22, 25, 110, 143, 587, 6000, 6667, 10080].filter((port) => !isRefusedPort(port))).toEqual([]);
  expect([80, 443, 8080, 8443, 3000, 2, 10081].filter(isRefusedPort)).toEqual([]);
});
