import { useQuery } from '@tanstack/react-query';
import { Clapperboard, ImagePlus } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useMediaText } from './media-text.ts';
import { aspects, formats, maxPrompt, type Recipe, sizes } from './recipe.ts';

export interface MakeFormProps {
  /** What the fields begin with. */
  initial: Recipe;
  onMake: (recipe: Recipe) => void;
  isBusy: boolean;
  error: unknown;
}

/** What shall be made, and how. */
export function MakeForm({ initial, onMake, isBusy, error }: MakeFormProps) {
  const text = useMediaText();
  const [recipe, setRecipe] = useState(initial);
  const set = (change: Partial<Recipe>) => setRecipe((before) => ({ ...before, ...change }));
  const isImage = recipe.kind === 'image';
  const prompt = useRef<HTMLTextAreaElement>(null);
  const isFilled = initial.prompt !== '';
  useEffect(() => {
    // Whoever asked for changes wants to write them; the form may be far above.
    if (isFilled) prompt.current?.focus();
  }, [isFilled]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMake(recipe);
  };
  return (
    <Card className="mb-5">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Segments
          label={text.kind}
          value={recipe.kind}
          onValue={(kind) => set({ kind, model: '' })}
          options={(['image', 'video'] as const).map((key) => ({ key, label: text.kinds[key] }))}
        />
        <Field label={text.prompt} hint={isImage ? undefined : text.background}>
          {(ids) => (
            <TextArea
              {...ids}
              ref={prompt}
              required
              rows={3}
              maxLength={maxPrompt[recipe.kind]}
              placeholder={text.promptPlaceholder}
              value={recipe.prompt}
              onChange={({ target }) => set({ prompt: target.value })}
            />
          )}
        </Field>
        <Choices recipe={recipe} set={set} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {isImage && (
            <Checkbox
              label={text.upsample}
              checked={recipe.isUpsampled}
              onValue={(isUpsampled) => set({ isUpsampled })}
            />
          )}
          <Button
            type="submit"
            look="primary"
            className="ml-auto"
            icon={isImage ? <ImagePlus aria-hidden /> : <Clapperboard aria-hidden />}
            isBusy={isBusy}
            disabled={recipe.prompt.trim() === ''}
          >
            {isImage ? text.makeImage : text.makeVideo}
          </Button>
        </div>
        {error !== null && <Problem error={error} />}
      </form>
    </Card>
  );
}

function Choices({ recipe, set }: { recipe: Recipe; set: (change: Partial<Recipe>) => void }) {
  const text = useMediaText();
  const models = useModels(recipe.kind);
  const same = (value: string) => ({ value, label: value });
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {recipe.kind === 'image' ? (
        <>
          <Field label={text.aspect}>
            {(ids) => (
              <Select
                {...ids}
                value={recipe.aspect}
                onValue={(value) => set({ aspect: aspects.find((one) => one === value) ?? recipe.aspect })}
                options={aspects.map(same)}
              />
            )}
          </Field>
          <Field label={text.format}>
            {(ids) => (
              <Select
                {...ids}
                value={recipe.format}
                onValue={(value) => set({ format: formats.find((one) => one === value) ?? recipe.format })}
                options={formats.map((value) => ({ value, label: text.formats[value] }))}
              />
            )}
          </Field>
        </>
      ) : (
        <Field label={text.size} className="lg:col-span-2">
          {(ids) => (
            <Select
              {...ids}
              value={recipe.size}
              onValue={(value) => set({ size: sizes.find((one) => one === value) ?? recipe.size })}
              options={sizes.map((value) => ({ value, label: value.replace('x', ' × ') }))}
            />
          )}
        </Field>
      )}
      <Field label={text.seed} hint={text.seedHint}>
        {(ids) => (
          <Input
            {...ids}
            type="number"
            min={0}
            max={4_294_967_295}
            step={1}
            placeholder={text.seedPlaceholder}
            value={recipe.seed}
            onChange={({ target }) => set({ seed: target.value })}
          />
        )}
      </Field>
      <Field label={text.model}>
        {(ids) => (
          <Select
            {...ids}
            value={recipe.model}
            onValue={(model) => set({ model })}
            options={[{ value: '', label: text.modelDefault }, ...models]}
          />
        )}
      </Field>
    </div>
  );
}

/** Engines that make this kind. */
function useModels(kind: Recipe['kind']) {
  const parley = useParley();
  const { data } = useQuery({
    queryKey: queryKeys.models.list,
    queryFn: ({ signal }) => parley.api.listModels({}, { signal }),
  });
  return (data?.data ?? [])
    .filter(({ architecture }) => architecture.output_modalities.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
}
