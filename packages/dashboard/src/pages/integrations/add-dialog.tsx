import type { AddedIntegration, AddIntegrationRequest } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { asRecord } from '../../lib/read-json.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { featuresOf } from './definition-changes.ts';
import { FeatureList } from './feature-list.tsx';
import { useIntegrationsText } from './integrations-text.ts';
import { useIntegrationChange } from './use-integrations.ts';

const sources = ['mcp', 'openapi'] as const;
const methods = ['NONE', 'API_KEY', 'OAUTH2'] as const;

interface AddDraft {
  source: (typeof sources)[number];
  id: string;
  name: string;
  url: string;
  document: string;
  method: (typeof methods)[number];
  isEverywhere: boolean;
}

const emptyDraft: AddDraft = {
  source: 'mcp',
  id: '',
  name: '',
  url: '',
  document: '',
  method: 'NONE',
  isEverywhere: false,
};

/** Adds an MCP server or what an OpenAPI document describes, and shows what it brings before it is kept. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const text = useIntegrationsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const [draft, setDraft] = useState(emptyDraft);
  const set = (part: Partial<AddDraft>) => setDraft({ ...draft, ...part });
  const add = useIntegrationChange((body: AddIntegrationRequest) => parley.api.addIntegration({ body }));
  const isBroken = draft.source === 'openapi' && draft.url === '' && !isObject(draft.document);
  const submit = () => {
    if (!isBroken) add.mutate(toRequest(draft, workspace_id));
  };
  if (add.data) return <Preview added={add.data} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={text.add}
      description={text.addHint}
      action={text.readIt}
      onSubmit={submit}
      isBusy={add.isPending}
      error={add.error}
    >
      <Segments
        label={text.source}
        value={draft.source}
        onValue={(source) => set({ source })}
        options={sources.map((key) => ({ key, label: text.sources[key] }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.id} hint={text.idHint}>
          {(ids) => (
            <Input
              {...ids}
              required
              pattern="[a-z][a-z0-9_]{1,63}"
              value={draft.id}
              onChange={({ target }) => set({ id: target.value })}
            />
          )}
        </Field>
        <NameField label={text.name} value={draft.name} onChange={(name) => set({ name })} />
      </div>
      <SourceFields draft={draft} onChange={set} isBroken={isBroken && draft.document !== ''} />
      <Checkbox
        label={text.everywhere}
        hint={text.everywhereHint}
        checked={draft.isEverywhere || workspace_id === null}
        disabled={workspace_id === null}
        onValue={(isEverywhere) => set({ isEverywhere })}
      />
    </FormDialog>
  );
}

interface SourceFieldsProps {
  draft: AddDraft;
  onChange: (part: Partial<AddDraft>) => void;
  isBroken: boolean;
}

function SourceFields({ draft: { source, url, document, method }, onChange, isBroken }: SourceFieldsProps) {
  const text = useIntegrationsText();
  const isMcp = source === 'mcp';
  return (
    <>
      <Field label={isMcp ? text.serverUrl : text.documentUrl} hint={isMcp ? text.serverHint : text.documentUrlHint}>
        {(ids) => (
          <Input
            {...ids}
            type="url"
            required={isMcp}
            value={url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      {isMcp ? (
        <ChoiceField
          label={text.method}
          hint={method !== 'NONE' && text.laterHint}
          value={method}
          values={methods}
          names={text.methods}
          onValue={(value) => onChange({ method: value })}
        />
      ) : (
        <Field label={text.document} hint={text.documentHint} error={isBroken && text.notJson}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={8}
              required={url === ''}
              spellCheck={false}
              className="font-mono text-xs"
              value={document}
              onChange={({ target }) => onChange({ document: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** What came with it. It can be used from now on, so that taking it back is one click away. */
function Preview({ added, onClose }: { added: AddedIntegration; onClose: () => void }) {
  const text = useIntegrationsText();
  const parley = useParley();
  const navigate = useNavigate();
  const features = featuresOf(added.manifest);
  const remove = useIntegrationChange(() => parley.api.deleteAddedIntegration({ params: { id: added.id } }), {
    onSuccess: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.brings(features.length)}
      description={features.length > 0 ? text.bringsHint : text.bringsNothing}
      actions={
        <>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {text.takeBack}
          </Button>
          <Button look="primary" onClick={() => void navigate({ to: `/integrations/${added.id}` })}>
            {text.keep}
          </Button>
        </>
      }
    >
      {features.length > 0 && <FeatureList features={features} />}
      {remove.error && <Problem error={remove.error} />}
    </Dialog>
  );
}

function toRequest(draft: AddDraft, workspaceId: string | null): AddIntegrationRequest {
  const { source, id, name, url, document, method, isEverywhere } = draft;
  return {
    id,
    name: name.trim(),
    ...(!isEverywhere && workspaceId !== null && { workspace_id: workspaceId }),
    ...(source === 'mcp'
      ? { mcp: { url, auth_method: method } }
      : url !== ''
        ? { openapi_url: url }
        : { openapi: asRecord(JSON.parse(document)) }),
  };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
