import type { WebhookDelivery } from '@parley/sdk';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { jsonInLines } from '../../lib/read-json.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/values.tsx';
import { useSettingsText } from './settings-text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

const refreshMs = 3_000;
const tones = { waiting: 'neutral', delivered: 'good', failed: 'bad' } as const;

/** What was sent to a webhook, newest first, and what it answered. */
export function Deliveries({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const text = useSettingsText();
  const parley = useParley();
  const { rows, error, refetch, onEnd, hasMore } = usePages<WebhookDelivery>({
    queryKey: queryKeys.webhooks.deliveries(webhookId),
    refreshMs,
    fetchPage: (after, signal) =>
      parley.api.listDeliveries({ params: { id: webhookId }, query: { ...after, limit: 50 } }, { signal }),
  });
  return (
    <Dialog isOpen onClose={onClose} title={text.deliveries} size="wide">
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={4} className="h-12" />}
      {rows?.length === 0 && <p className="text-sm text-muted">{text.noDeliveries}</p>}
      <ul className="divide-y">
        {rows?.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {hasMore && <Button onClick={onEnd}>{text.older}</Button>}
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const text = useSettingsText();
  const parley = useParley();
  const { id, webhook_id, event, status, attempts, response_status, error, body, created_at } = delivery;
  const again = useWebhookChange(
    () => parley.api.redeliver({ params: { id: webhook_id, delivery_id: id } }),
    text.sentAgain,
  );
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={tones[status]}>{text.deliveryStates[status]}</Badge>
        <span className="font-medium">{text.eventNames[event]}</span>
        <span className="text-xs text-muted tabular-nums">
          {[response_status, text.attempts(String(attempts))].filter((part) => part !== null).join(' · ')}
        </span>
        <span className="ml-auto text-xs text-muted">
          <Time value={created_at} isFull />
        </span>
        {status !== 'waiting' && (
          <Button size="small" isBusy={again.isPending} onClick={() => again.mutate(undefined)}>
            {text.again}
          </Button>
        )}
      </div>
      {error && <p className="text-xs text-bad">{error}</p>}
      <CodeBlock code={jsonInLines(body)} label={`${event} ${delivery.id}`} isWrapped className="max-h-32" />
    </li>
  );
}
