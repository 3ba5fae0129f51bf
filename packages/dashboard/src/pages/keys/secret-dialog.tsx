import type { CreatedKey } from '@parley/sdk';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useKeysText } from './keys-text.ts';

/** A key that has just been made, this once. */
export function SecretDialog({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const text = useKeysText();
  const path = created.kind === 'admin' ? '/v1/admin/workspaces' : '/v1/models';
  const example = `curl ${location.origin}${path} \\\n  -H "Authorization: Bearer ${created.key}"`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.secretTitle}
      actions={
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="flex gap-2.5 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text.secretHint}
        </p>
        <div className="flex flex-col gap-2 sm:flex-row">
          <output className="min-w-0 flex-1 rounded-md border bg-sunken px-3 py-1.5 font-mono text-sm break-all">
            {created.key}
          </output>
          <CopyButton value={created.key} label={text.copyKey} hasWords />
        </div>
        <div>
          <h3 className="mb-1.5 text-sm font-medium text-soft">{text.tryIt}</h3>
          <CodeBlock code={example} label={text.tryIt} />
        </div>
      </div>
    </Dialog>
  );
}
