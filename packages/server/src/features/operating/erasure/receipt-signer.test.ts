import { expect, it } from 'vitest';
import { ReceiptSigner, type UnsignedReceipt } from './receipt-signer.ts';

const receipt: UnsignedReceipt = {
  ...{ id: 'era_1', workspace_id: 'ws_1', scope: 'user', requested_by: 'key_1', version: '1.0.0' },
  subject: new ReceiptSigner(['a secret of some length']).subject('ann'),
  started_at: '2026-11-25T10:00:00.000Z',
  finished_at: '2026-11-25T10:00:01.000Z',
  deleted: { files: 2, runs: 1 },
  kept: [{ kind: 'usage_records', count: 3, without: 'x', reason: 'y' }],
};

it('verifies what it has signed, also with an older secret, and nothing that was altered', () => {
  const signed = new ReceiptSigner(['a secret of some length']).sign(receipt);
  const rotated = new ReceiptSigner(['a newer secret', 'a secret of some length']);
  expect(rotated.verify(signed)).toBe(true);
  expect(rotated.isSubject(signed.subject, 'ann')).toBe(true);
  expect(rotated.isSubject(signed.subject, 'bob')).toBe(false);
  expect(new ReceiptSigner(['another secret']).verify(signed)).toBe(false);
  expect(rotated.verify({ ...signed, deleted: { files: 3, runs: 1 } })).toBe(false);
  expect(rotated.verify({ ...signed, kept: [] })).toBe(false);
  expect(rotated.verify({ ...signed, requested_by: 'key_2' })).toBe(false);
});

it('verifies a receipt whose fields came back in another order', () => {
  const signed = new ReceiptSigner(['a secret of some length']).sign(receipt);
  const { deleted, ...rest } = signed;
  expect(new ReceiptSigner(['a secret of some length']).verify({ deleted: { runs: 1, files: 2 }, ...rest })).toBe(true);
  expect(deleted).toEqual({ files: 2, runs: 1 });
});
