import type { Collection, DeepResearchRequest } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Telescope } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useResearchText } from './research-text.ts';

const depths = ['quick', 'standard', 'thorough'] as const;

/** The question and what a run may do for it. */
export function StartForm() {
  const text = useResearchText();
  const parley = useParley();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [question, setQuestion] = useState('');
  const [depth, setDepth] = useState<(typeof depths)[number]>('standard');
  const [maxCost, setMaxCost] = useState('');
  const [collection, setCollection] = useState('');
  const [includeFiles, setIncludeFiles] = useState(false);
  const [useCache, setUseCache] = useState(false);
  const collections = useQuery({
    queryKey: queryKeys.collections.names,
    queryFn: async ({ signal }): Promise<Collection[]> => {
      const { data } = await parley.api.listCollections({ query: { limit: 100 } }, { signal });
      return data;
    },
  });
  const start = useMutation({
    mutationFn: (request: DeepResearchRequest) => parley.research.start(request),
    onSuccess: async ({ research_id }) => {
      await navigate({ to: `/research/${research_id}` });
      await queries.invalidateQueries({ queryKey: queryKeys.research.all });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate({
      instructions: question.trim(),
      depth,
      include_files: includeFiles,
      use_cache: useCache,
      ...(maxCost !== '' && { max_cost_usd: Number(maxCost) }),
      ...(collection !== '' && { collection_ids: [collection] }),
    });
  };
  return (
    <Card className="mb-5">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={text.question}>
          {(ids) => (
            <TextArea
              {...ids}
              required
              rows={3}
              placeholder={text.questionPlaceholder}
              value={question}
              onChange={({ target }) => setQuestion(target.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={text.depth}>
            {(ids) => (
              <Select
                {...ids}
                value={depth}
                onValue={(value) => setDepth(depths.find((one) => one === value) ?? depth)}
                options={depths.map((value) => ({ value, label: text.depths[value] }))}
              />
            )}
          </Field>
          <Field label={text.collections}>
            {(ids) => (
              <Select
                {...ids}
                value={collection}
                onValue={setCollection}
                options={[
                  { value: '', label: text.noCollection },
                  ...(collections.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          </Field>
          <Field label={text.maxCost} hint={text.maxCostHint}>
            {(ids) => (
              <Input
                {...ids}
                type="number"
                min={0}
                step="any"
                value={maxCost}
                onChange={({ target }) => setMaxCost(target.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Checkbox label={text.includeFiles} checked={includeFiles} onValue={setIncludeFiles} />
          <Checkbox label={text.useCache} checked={useCache} onValue={setUseCache} />
          <Button
            type="submit"
            look="primary"
            className="ml-auto"
            icon={<Telescope aria-hidden />}
            isBusy={start.isPending}
            disabled={question.trim() === ''}
          >
            {text.start}
          </Button>
        </div>
        {start.error && <Problem error={start.error} />}
      </form>
    </Card>
  );
}
