import type { ErasureReceipt } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/values.tsx';
import { useErasuresText } from './erasures-text.ts';

/** What a receipt proves. */
export function ReceiptDialog({ receipt, onClose }: { receipt: ErasureReceipt; onClose: () => void }) {
  const text = useErasuresText();
  const language = useLanguage();
  const parley = useParley();
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => parley.api.verifyErasure({ body: { receipt } }),
  });
  const count = (value: number) => formatNumber(value, language);
  const save = () => {
    const blob = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' });
    saveBlob(blob, `${receipt.id}.json`);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.receipt}
      description={<span className="font-mono text-xs">{receipt.id}</span>}
      actions={
        <>
          <Button icon={<ShieldCheck aria-hidden />} isBusy={isPending} onClick={() => mutate()}>
            {text.verify}
          </Button>
          <Button icon={<Download aria-hidden />} look="primary" onClick={save}>
            {text.download}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [text.scope, text.scopes[receipt.scope]],
          [text.finished, <Time key="finished" value={receipt.finished_at} isFull />],
          [
            text.by,
            <span key="by" className="font-mono text-xs">
              {receipt.requested_by}
            </span>,
          ],
          [text.version, receipt.version],
          [
            text.deleted,
            Object.entries(receipt.deleted)
              .map(([kind, number]) => `${count(number)} ${kind}`)
              .join(', '),
          ],
          [
            text.kept,
            receipt.kept.length > 0 && (
              <ul key="kept" className="flex flex-col gap-1">
                {receipt.kept.map((one) => (
                  <li key={one.kind}>{text.keptAs(count(one.count), one.kind, one.without, one.reason)}</li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      <div aria-live="polite" className="mt-4 text-sm">
        {error && <Problem error={error} />}
        {data && <p className={data.valid ? 'text-good' : 'text-bad'}>{data.valid ? text.verified : text.broken}</p>}
      </div>
    </Dialog>
  );
}
