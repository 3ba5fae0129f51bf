import type { EvaluationSet } from '@parley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NumberValue, Time } from '../../ui/values.tsx';
import { readCaseLines } from './case-lines.ts';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange, useSets } from './use-evaluations.ts';

/** All sets of the workspace. */
export function EvaluationsPage() {
  const text = useEvaluationsText();
  const mayCreate = useHasRole('member');
  const [dialog, setDialog] = useUrlState('new');
  const { rows, error, refetch, onEnd } = useSets();
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('1')}>
      {text.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={text.title} description={text.hint} actions={mayCreate && create} />
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!rows && !error && <SkeletonRows count={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={<ListChecks aria-hidden />} title={text.emptyTitle} action={mayCreate && create}>
          {text.emptyHint}
          {!mayCreate && <span className="mt-1 block">{text.viewerHint}</span>}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Card isFlush>
          <SetTable sets={rows} onEnd={onEnd} />
        </Card>
      )}
      {dialog === '1' && mayCreate && <CreateDialog onClose={() => setDialog('')} />}
    </>
  );
}

function SetTable({ sets, onEnd }: { sets: EvaluationSet[]; onEnd: () => void }) {
  const text = useEvaluationsText();
  const navigate = useNavigate();
  const columns = useMemo(
    (): Column<EvaluationSet>[] => [
      {
        key: 'name',
        header: text.name,
        cell: ({ id, name }) => (
          <Link
            to={`/evaluations/${id}`}
            className="min-w-0 truncate font-medium hover:underline"
            title={name}
            onClick={(event) => event.stopPropagation()}
          >
            {name}
          </Link>
        ),
      },
      {
        key: 'cases',
        header: text.cases,
        width: '6rem',
        isNumeric: true,
        cell: ({ cases }) => <NumberValue value={cases} />,
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
      rows={sets}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: `/evaluations/${id}` })}
      onEnd={onEnd}
    />
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const text = useEvaluationsText();
  const parley = useParley();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [lines, setLines] = useState('');
  const read = readCaseLines(lines);
  const create = useEvaluationChange(
    (request: Parameters<typeof parley.evaluations.createSet>[0]) => parley.evaluations.createSet(request),
    () => text.created,
    ({ id }) => void navigate({ to: `/evaluations/${id}` }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={text.create}
      size="wide"
      action={text.create}
      onSubmit={() => 'cases' in read && create.mutate({ name: name.trim(), cases: read.cases })}
      isBusy={create.isPending}
    >
      <NameField label={text.name} placeholder={text.namePlaceholder} value={name} onChange={setName} />
      <Field
        label={text.lines}
        hint={text.linesHint}
        error={'wrong' in read ? text.linesWrong(String(read.wrong)) : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={8}
            className="font-mono"
            value={lines}
            onChange={({ target }) => setLines(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
