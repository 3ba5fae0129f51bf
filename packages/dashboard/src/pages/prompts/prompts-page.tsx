import type { StoredPrompt } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileTerminal, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NumberValue, Time } from '../../ui/values.tsx';
import { PromptDialog } from './prompt-dialog.tsx';
import { usePromptsText } from './prompts-text.ts';

/** All kept prompts of the workspace. */
export function PromptsPage() {
  const text = usePromptsText();
  const parley = useParley();
  const { workspace_id } = useSession();
  const mayChange = useHasRole('member');
  const navigate = useNavigate();
  const [dialog, setDialog] = useUrlState('new');
  const filter = workspace_id === null ? {} : { workspace_id };
  const { rows, error, refetch, onEnd } = usePages<StoredPrompt>({
    queryKey: queryKeys.prompts.list(filter),
    fetchPage: (after, signal) => parley.api.listPrompts({ query: { ...filter, ...after, limit: 50 } }, { signal }),
  });
  const create = mayChange && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('prompt')}>
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={create} />
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={<FileTerminal aria-hidden />} title={text.none} action={create}>
          {text.noneHint}
          {!mayChange && <span className="mt-1 block">{text.viewerHint}</span>}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <PromptTable prompts={rows} onEnd={onEnd} />
        </Card>
      )}
      {dialog === 'prompt' && mayChange && (
        <PromptDialog
          onClose={() => setDialog('')}
          onKept={({ id }) => void navigate({ to: '/prompts/$promptId', params: { promptId: id } })}
        />
      )}
    </>
  );
}

function PromptTable({ prompts, onEnd }: { prompts: StoredPrompt[]; onEnd: () => void }) {
  const text = usePromptsText();
  const navigate = useNavigate();
  const columns = useMemo(
    (): Column<StoredPrompt>[] => [
      {
        key: 'name',
        header: text.name,
        cell: ({ id, name, description, labels }) => (
          <>
            <Link
              to="/prompts/$promptId"
              params={{ promptId: id }}
              className="font-medium hover:underline"
              title={name}
              onClick={(event) => event.stopPropagation()}
            >
              {name}
            </Link>
            {description && <span className="ml-2 text-muted max-sm:hidden">{description}</span>}
            <Below>{Object.keys(labels).join(', ')}</Below>
          </>
        ),
      },
      {
        key: 'labels',
        header: text.labels,
        width: '16rem',
        from: 'sm',
        cell: ({ labels }) => (
          <span className="flex gap-1 overflow-hidden">
            {Object.keys(labels).map((label) => (
              <Badge key={label} tone={label === 'production' ? 'good' : 'neutral'}>
                {label}
              </Badge>
            ))}
          </span>
        ),
      },
      {
        key: 'latest',
        header: text.latest,
        width: '5rem',
        isNumeric: true,
        cell: ({ latest_version }) => <NumberValue value={latest_version} />,
      },
      {
        key: 'changed',
        header: text.changed,
        width: '9rem',
        from: 'sm',
        isNumeric: true,
        cell: ({ updated_at }) => <Time value={updated_at} />,
      },
    ],
    [text],
  );
  return (
    <DataTable
      label={text.title}
      columns={columns}
      rows={prompts}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/prompts/$promptId', params: { promptId: id } })}
      onEnd={onEnd}
    />
  );
}
