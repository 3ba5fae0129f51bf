import type { CreatedWebhookEndpoint, WebhookEndpoint } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useSession } from '../../lib/session.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSettingsText } from './settings-text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

const known = [
  'file.ready',
  'file.failed',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'budget.warning',
  'budget.reached',
  'connection.lost',
  'alert.fired',
  'alert.resolved',
  'webhook.test',
] as const satisfies WebhookEndpoint['events'];

export interface WebhookDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedWebhookEndpoint) => void;
}

/** A new address for events. */
export function WebhookDialog({ onClose, onCreated }: WebhookDialogProps) {
  const text = useSettingsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEndpoint['events']>([...known]);
  const create = useWebhookChange(
    () =>
      parley.api.createWebhook({ body: { url: url.trim(), events, ...(workspace_id !== null && { workspace_id }) } }),
    text.changed,
    (created) => {
      onClose();
      onCreated(created);
    },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={text.addWebhook}
      action={text.addWebhook}
      onSubmit={() => create.mutate(undefined)}
      isBusy={create.isPending}
      isUnready={events.length === 0}
    >
      <TextField label={text.url} hint={text.urlHint} type="url" required value={url} onChange={setUrl} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium text-soft">{text.events}</legend>
        {known.map((event) => (
          <Checkbox
            key={event}
            label={text.eventNames[event]}
            hint={event}
            checked={events.includes(event)}
            onValue={(isOn) => setEvents(isOn ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
