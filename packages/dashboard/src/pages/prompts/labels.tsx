import type { PromptVersion, StoredPrompt } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Tag, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/use-change.ts';
import { usePromptsText } from './prompts-text.ts';

const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

export interface LabelsProps {
  prompt: StoredPrompt;
  /** The one that is shown: a label is moved to it. */
  version: PromptVersion | undefined;
  mayChange: boolean;
}

/** Which version calls get by each label. */
export function Labels({ prompt, version, mayChange }: LabelsProps) {
  const text = usePromptsText();
  const language = useLanguage();
  const parley = useParley();
  /** The label whose versions are chosen; empty for a new one. */
  const [open, setOpen] = useState<string | null>(null);
  const { mutate: remove } = useChange({
    change: (label: string) => parley.api.deletePromptLabel({ params: { id: prompt.id, label } }),
    queryKey: queryKeys.prompts.all,
    said: text.labelGone,
  });
  const labels = Object.entries(prompt.labels);
  const share = (of: number) => `${formatNumber(of * 100, language, 1)} %`;
  return (
    <Card
      title={text.labels}
      actions={
        mayChange &&
        version && (
          <Button icon={<Tag aria-hidden />} onClick={() => setOpen('')}>
            {text.setLabel}
          </Button>
        )
      }
    >
      {labels.length === 0 && <p className="text-sm text-muted">{text.noLabels}</p>}
      <ul className="flex flex-wrap gap-2 text-sm">
        {labels.map(([label, means]) => (
          <li key={label} className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pl-2.5 pr-1">
            <span className="tabular-nums">
              {means
                .map((one) =>
                  means.length === 1
                    ? text.meansOne(label, one.version)
                    : text.share(label, one.version, share(one.share)),
                )
                .join(' · ')}
            </span>
            {mayChange && (
              <IconButton label={text.changeLabel(label)} className="size-6" onClick={() => setOpen(label)}>
                <Pencil aria-hidden />
              </IconButton>
            )}
            {mayChange && (
              <IconButton label={text.removeLabel(label)} className="size-6" onClick={() => remove(label)}>
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {prompt.evaluation_set_id !== null && <EvaluatedWith setId={prompt.evaluation_set_id} />}
      {open !== null && version && (
        <Suspense fallback={null}>
          <LabelDialog prompt={prompt} version={version.version} label={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}

/** The set by its name; by its address alone until that is known. */
function EvaluatedWith({ setId }: { setId: string }) {
  const text = usePromptsText();
  const parley = useParley();
  const { data } = useQuery({
    queryKey: queryKeys.evaluations.one(setId),
    queryFn: ({ signal }) => parley.evaluations.getSet(setId, { signal }),
  });
  return (
    <p className="mt-3 text-sm">
      {text.evaluatedWith}{' '}
      <Link to="/evaluations/$setId" params={{ setId }} className="break-words text-accent hover:underline">
        {data?.name ?? setId}
      </Link>
    </p>
  );
}
