import type { CreatedWebhookEndpoint, WebhookEndpoint } from '@parley/sdk';
import { Ellipsis, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Deliveries } from './deliveries.tsx';
import { useSettingsText } from './settings-text.ts';
import { useWebhookChange } from './use-webhook-change.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

const refreshMs = 10_000;

/** Where events of the workspace are sent, and whether they arrived. */
export function Webhooks() {
  const text = useSettingsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const filter = workspace_id === null ? {} : { workspace_id };
  const [dialog, setDialog] = useUrlState('new');
  const [open, setOpen] = useUrlState('webhook');
  const [created, setCreated] = useState<CreatedWebhookEndpoint | null>(null);
  const { rows, error, refetch } = usePages<WebhookEndpoint>({
    queryKey: queryKeys.webhooks.list(filter),
    refreshMs,
    fetchPage: (after, signal) => parley.api.listWebhooks({ query: { ...filter, ...after, limit: 100 } }, { signal }),
  });
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => setDialog('webhook')}>
      {text.addWebhook}
    </Button>
  );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{text.webhooksHint}</p>
        {rows && rows.length > 0 && add}
      </div>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={3} className="h-16" />}
      {rows?.length === 0 && (
        <EmptyState icon={<Webhook aria-hidden />} title={text.noWebhooks} action={add}>
          {text.noWebhooksHint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <ul className="divide-y">
            {rows.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} onDeliveries={() => setOpen(webhook.id)} />
            ))}
          </ul>
        </Card>
      )}
      {dialog === 'webhook' && <WebhookDialog onClose={() => setDialog('')} onCreated={setCreated} />}
      {open !== '' && <Deliveries webhookId={open} onClose={() => setOpen('')} />}
      {created && <Secret created={created} onClose={() => setCreated(null)} />}
    </>
  );
}

const tones = { waiting: 'neutral', delivered: 'good', failed: 'bad' } as const;

function Row({ webhook, onDeliveries }: { webhook: WebhookEndpoint; onDeliveries: () => void }) {
  const text = useSettingsText();
  const parley = useParley();
  const [isAsking, setIsAsking] = useState(false);
  const { id, url, events, active, last_delivery: last } = webhook;
  const toggle = useWebhookChange(
    () => parley.api.updateWebhook({ params: { id }, body: { active: !active } }),
    text.changed,
  );
  const test = useWebhookChange(() => parley.api.testWebhook({ params: { id } }), text.tested, onDeliveries);
  const remove = useWebhookChange(
    () => parley.api.deleteWebhook({ params: { id } }),
    text.deleted,
    () => setIsAsking(false),
  );
  return (
    <li className="flex min-w-0 items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onDeliveries}
          className="block max-w-full text-left font-mono text-sm font-medium break-all hover:underline"
        >
          {url}
        </button>
        <p className="text-xs text-muted">{events.map((event) => text.eventNames[event]).join(' · ')}</p>
        {last && (
          <p className="mt-1 flex items-center gap-2 text-xs text-muted">
            {text.lastDelivery}
            <Badge tone={tones[last.status]}>{text.deliveryStates[last.status]}</Badge>
          </p>
        )}
      </div>
      <Badge tone={active ? 'good' : 'neutral'}>{active ? text.active : text.paused}</Badge>
      <Menu
        trigger={
          <IconButton label={`${text.actions}: ${url}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
        groups={[
          [
            { key: 'deliveries', label: text.deliveries, onSelect: onDeliveries },
            { key: 'test', label: text.test, onSelect: () => test.mutate(undefined) },
            { key: 'toggle', label: active ? text.pause : text.resume, onSelect: () => toggle.mutate(undefined) },
          ],
          [{ key: 'delete', label: text.delete, isDanger: true, onSelect: () => setIsAsking(true) }],
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined)}
        title={text.deleteTitle}
        action={text.delete}
        isBusy={remove.isPending}
      >
        {text.deleteHint}
      </ConfirmDialog>
    </li>
  );
}

function Secret({ created, onClose }: { created: CreatedWebhookEndpoint; onClose: () => void }) {
  const text = useSettingsText();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.secretTitle}
      description={text.secretHint}
      actions={
        <>
          <CopyButton value={created.secret} label={text.copySecret} hasWords />
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <code className="block rounded-md border bg-sunken p-3 font-mono text-sm break-all">{created.secret}</code>
    </Dialog>
  );
}
