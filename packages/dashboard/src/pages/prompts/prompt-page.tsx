import type { PromptVersion, StoredPrompt } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { Labels } from './labels.tsx';
import { VersionDialog } from './prompt-dialog.tsx';
import { usePromptsText } from './prompts-text.ts';
import { VersionTable } from './version-table.tsx';

/** One prompt: which version its labels mean, all versions with what came of them, and the text of one. */
export function PromptPage() {
  const text = usePromptsText();
  const { promptId = '' }: { promptId?: string } = useParams({ strict: false });
  const parley = useParley();
  const mayChange = useHasRole('member');
  const [dialog, setDialog] = useUrlState('new');
  const [shown, setShown] = useUrlState('version');
  const {
    data: prompt,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.prompts.one(promptId),
    queryFn: ({ signal }) => parley.api.getPrompt({ params: { id: promptId } }, { signal }),
  });
  const versions = useQuery({
    queryKey: queryKeys.prompts.versions(promptId),
    queryFn: ({ signal }) =>
      parley.api.listPromptVersions({ params: { id: promptId }, query: { limit: 100 } }, { signal }),
  });
  const rows = versions.data?.data;
  const version = rows?.find((one) => String(one.version) === shown) ?? rows?.[0];
  return (
    <>
      <BackLink to="/prompts">{text.back}</BackLink>
      {error && <PageProblem error={error} onRetry={() => refetch()} />}
      {!prompt && !error && <SkeletonRows count={6} />}
      {prompt && (
        <>
          <PageHeader
            title={prompt.name}
            description={prompt.description}
            actions={mayChange && <Actions prompt={prompt} onNew={() => setDialog('version')} />}
          />
          <div className="flex flex-col gap-5">
            <Labels prompt={prompt} version={version} mayChange={mayChange} />
            {versions.error && <Problem error={versions.error} onRetry={() => versions.refetch()} />}
            {rows && (
              <Card title={text.versions} isFlush>
                <VersionTable
                  versions={rows}
                  shown={version?.version}
                  onShow={(one) => setShown(one === rows[0]?.version ? '' : String(one))}
                />
              </Card>
            )}
            {version && <VersionText version={version} />}
          </div>
          {dialog === 'version' && mayChange && rows && (
            <VersionDialog prompt={prompt} from={version} onClose={() => setDialog('')} />
          )}
        </>
      )}
    </>
  );
}

function Actions({ prompt, onNew }: { prompt: StoredPrompt; onNew: () => void }) {
  const text = usePromptsText();
  const parley = useParley();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange({
    change: () => parley.api.deletePrompt({ params: { id: prompt.id } }),
    queryKey: queryKeys.prompts.all,
    said: text.removed,
    onDone: () => void navigate({ to: '/prompts' }),
  });
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setIsAsked(true)}>
        {text.remove}
      </Button>
      <Button look="primary" icon={<Plus aria-hidden />} onClick={onNew}>
        {text.newVersion}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate()}
        title={text.removeTitle(prompt.name)}
        action={text.remove}
        isBusy={remove.isPending}
      >
        {text.removeHint}
      </ConfirmDialog>
    </>
  );
}

function VersionText({ version }: { version: PromptVersion }) {
  const text = usePromptsText();
  const { system, messages, model, variables, note } = version;
  return (
    <Card title={text.show(version.version)}>
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            [text.note, note],
            [text.model, model],
            [text.variables, variables.join(', ')],
          ]}
        />
        {system !== undefined && <CodeBlock label={text.system} code={system} isWrapped isProse />}
        {messages && messages.length > 0 && (
          <div>
            <h3 className="mb-1 text-sm text-muted">{text.messages}</h3>
            <CodeBlock label={text.messages} code={JSON.stringify(messages, null, 2)} isWrapped />
          </div>
        )}
      </div>
    </Card>
  );
}
