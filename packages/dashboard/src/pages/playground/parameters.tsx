import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { abilities, efforts } from './draft.ts';
import type { DraftPartProps } from './model-fields.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { Section } from './section.tsx';

/** How the model is asked. */
export function Parameters({ draft, set }: DraftPartProps) {
  const text = usePlaygroundText();
  const isOpen = draft.temperature !== '' || draft.maxTokens !== '' || draft.effort !== '';
  return (
    <Section title={text.parameters} isOpen={isOpen}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={text.temperature}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              min={0}
              max={2}
              step={0.1}
              className="text-right tabular-nums"
              value={draft.temperature}
              onChange={(event) => set({ temperature: event.target.value })}
            />
          )}
        </Field>
        <Field label={text.maxTokens}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              min={1}
              className="text-right tabular-nums"
              value={draft.maxTokens}
              onChange={(event) => set({ maxTokens: event.target.value })}
            />
          )}
        </Field>
        <Field label={text.effort}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.effort}
              onValue={(value) => set({ effort: efforts.find((one) => one === value) ?? '' })}
              options={efforts.map((value) => ({ value, label: text.efforts[value] }))}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 flex flex-col gap-2">
        {abilities[draft.mode].has('citations') && (
          <Checkbox
            label={text.citations}
            checked={draft.hasCitations}
            onValue={(hasCitations) => set({ hasCitations })}
          />
        )}
        <Checkbox label={text.streamed} checked={draft.isStreamed} onValue={(isStreamed) => set({ isStreamed })} />
      </div>
    </Section>
  );
}
