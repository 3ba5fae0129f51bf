import type { LocalModel, ModelDownload } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Bytes, Time } from '../../ui/values.tsx';
import { useSettingsText } from './settings-text.ts';

const workingMs = 1_000;
const quietMs = 30_000;

const isWorking = ({ state }: ModelDownload) => state === 'waiting' || state === 'running';

/** Models on the operator's own servers, what is being downloaded and how far it is, and a form for more. */
export function LocalModels() {
  const text = useSettingsText();
  const parley = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.localModels,
    queryFn: ({ signal }) => parley.api.listLocalModels({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.downloads.some(isWorking) ? workingMs : quietMs),
  });
  const downloads = data?.downloads.filter(({ state }) => state !== 'completed') ?? [];
  return (
    <Card title={text.localModels} description={text.localHint} isFlush>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows count={2} className="mx-4 mb-4 h-10" />}
      {data?.servers.length === 0 && <p className="px-4 pb-4 text-sm text-muted">{text.noServers}</p>}
      {data && data.servers.length > 0 && <DownloadForm providers={data.servers.map(({ provider }) => provider)} />}
      {downloads.length > 0 && (
        <ul className="divide-y border-t">
          {downloads.map((download) => (
            <DownloadRow key={download.id} download={download} />
          ))}
        </ul>
      )}
      {data?.servers.map(({ provider, error: silence, models }) => (
        <ul key={provider} aria-label={provider} className="divide-y border-t">
          {silence !== null && <li className="px-4 py-2.5 text-sm text-bad">{silence}</li>}
          {silence === null && models.length === 0 && (
            <li className="px-4 py-2.5 text-sm text-muted">
              {provider}: {text.noLocalModels}
            </li>
          )}
          {models.map((model) => (
            <ModelRow key={model.name} provider={provider} model={model} />
          ))}
        </ul>
      ))}
    </Card>
  );
}

function DownloadForm({ providers }: { providers: string[] }) {
  const text = useSettingsText();
  const parley = useParley();
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const provider = providers.includes(chosen) ? chosen : (providers[0] ?? '');
  const download = useLocalChange(
    () => parley.api.downloadLocalModel({ body: { provider, name: name.trim() } }),
    text.downloadBegun,
    () => setName(''),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') download.mutate();
  };
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-2 px-4 pb-3">
      {providers.length > 1 && (
        <Field label={text.server} className="w-40">
          {(field) => (
            <Select
              {...field}
              value={provider}
              onValue={setChosen}
              options={providers.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
      )}
      <Field label={text.modelName} className="min-w-0 flex-1 basis-52">
        {(field) => (
          <Input
            {...field}
            value={name}
            placeholder={text.modelExample}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" icon={<Download aria-hidden />} isBusy={download.isPending} disabled={name.trim() === ''}>
        {text.download}
      </Button>
    </form>
  );
}

function DownloadRow({ download }: { download: ModelDownload }) {
  const text = useSettingsText();
  const language = useLanguage();
  const parley = useParley();
  const { id, provider, name, state, step, completed_bytes: done, total_bytes: all, error } = download;
  const cancel = useLocalChange(() => parley.api.cancelJob({ params: { id } }), text.cancelled);
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 truncate font-mono" title={`${provider}/${name}`}>
          {provider}/{name}
        </span>
        <Badge tone={state === 'failed' ? 'bad' : isWorking(download) ? 'accent' : 'neutral'}>
          {text.states[state]}
        </Badge>
        {isWorking(download) && (
          <Button size="small" look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            {text.cancel}
          </Button>
        )}
      </div>
      {isWorking(download) && (
        <>
          <ProgressBar label={text.downloadOf(name)} value={all ? done / all : 0} />
          <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted tabular-nums">
            <span className="min-w-0 truncate">{step}</span>
            {all !== null && <span>{text.bytesOf(formatBytes(done, language), formatBytes(all, language))}</span>}
          </p>
        </>
      )}
      {error !== null && <p className="text-xs text-bad">{error}</p>}
    </li>
  );
}

function ModelRow({ provider, model }: { provider: string; model: LocalModel }) {
  const text = useSettingsText();
  const parley = useParley();
  const [isAsking, setIsAsking] = useState(false);
  const { name, size_bytes, parameters, quantization, modified_at } = model;
  const remove = useLocalChange(
    () => parley.api.deleteLocalModel({ query: { provider, name } }),
    text.modelDeleted,
    () => setIsAsking(false),
  );
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-full truncate font-mono sm:basis-44" title={`${provider}/${name}`}>
        {provider}/{name}
      </span>
      <span className="flex-1 text-xs text-muted sm:flex-none">
        {[parameters, quantization].filter(Boolean).join(' · ')}
      </span>
      <span className="w-20 text-right text-xs text-muted tabular-nums">
        <Bytes value={size_bytes} />
      </span>
      <span className="hidden w-28 text-right text-xs text-muted sm:block">
        <Time value={modified_at} />
      </span>
      <IconButton label={text.deleteModel(name)} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
        title={text.deleteModel(name)}
        action={text.delete}
        isBusy={remove.isPending}
      >
        {text.deleteModelHint}
      </ConfirmDialog>
    </li>
  );
}

/** Does something to local models, has them read anew, and says how it went. */
const useLocalChange = (change: () => Promise<unknown>, said: string, onDone?: () => void) =>
  useChange({ change, said, onDone, queryKey: queryKeys.localModels });
