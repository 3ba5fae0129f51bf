import { Play, Square } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Attachments } from './attachments.tsx';
import { abilities, type Draft } from './draft.ts';
import { ModelFields } from './model-fields.tsx';
import { Parameters } from './parameters.tsx';
import { usePlaygroundText } from './playground-text.ts';
import { SchemaBuilder } from './schema-builder.tsx';
import { Section } from './section.tsx';

const ToolsEditor = lazy(async () => ({ default: (await import('./tools-editor.tsx')).ToolsEditor }));

export interface RequestPanelProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onRun: () => void;
  onStop: () => void;
  isRunning: boolean;
  canRun: boolean;
  /** A reply stands there that the next message goes on after. */
  hasReply: boolean;
}

/** Everything that is asked. Ctrl and Enter run it from any field. */
export function RequestPanel({ draft, onDraft, onRun, onStop, isRunning, canRun, hasReply }: RequestPanelProps) {
  const text = usePlaygroundText();
  const can = abilities[draft.mode];
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change });
  const isReady = canRun && (draft.input.trim() !== '' || (draft.turns.length > 0 && !hasReply));
  const onKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isReady) return;
    event.preventDefault();
    onRun();
  };
  return (
    // Keys of the fields within; the button below does the same.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its fields pass on
    <div onKeyDown={onKeys} className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-5 lg:max-h-[calc(100dvh-2.5rem)]">
      <Card className="min-h-0 overflow-y-auto">
        <div className="flex flex-col gap-4">
          <ModelFields draft={draft} set={set} />
          {can.has('turns') && (
            <Section title={text.system} isOpen={draft.system !== ''}>
              <TextArea
                aria-label={text.system}
                placeholder={text.systemHint}
                rows={3}
                value={draft.system}
                onChange={(event) => set({ system: event.target.value })}
              />
            </Section>
          )}
          <Field label={can.has('turns') ? text.message : text.question}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={can.has('turns') ? 4 : 3}
                placeholder={can.has('turns') ? text.messageExample : text.questionExample}
                value={draft.input}
                onChange={(event) => set({ input: event.target.value })}
              />
            )}
          </Field>
          {can.has('context') && (
            <Field label={text.context}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={4}
                  placeholder={text.contextHint}
                  value={draft.context}
                  onChange={(event) => set({ context: event.target.value })}
                />
              )}
            </Field>
          )}
          <Attachments draft={draft} set={set} canUpload={canRun} />
          {can.has('tools') && (
            // Outside of what is still to come, so that who unfolds it before keeps it unfolded.
            <Section
              title={`${text.tools}${draft.tools.length > 0 ? ` (${draft.tools.length})` : ''}`}
              isOpen={draft.tools.length > 0}
            >
              <Suspense fallback={null}>
                <ToolsEditor tools={draft.tools} onTools={(tools) => set({ tools })} />
              </Suspense>
            </Section>
          )}
          {can.has('schema') && <SchemaBuilder schema={draft.schema} onSchema={(schema) => set({ schema })} />}
          <Parameters draft={draft} set={set} />
        </div>
      </Card>
      <div className="flex items-center gap-3">
        {isRunning ? (
          <Button look="danger" icon={<Square aria-hidden />} onClick={onStop}>
            {text.stop}
          </Button>
        ) : (
          <Button look="primary" icon={<Play aria-hidden />} onClick={onRun} disabled={!isReady}>
            {text.run}
          </Button>
        )}
        <span className="text-xs text-muted">{canRun ? text.runHint : text.mayNot}</span>
      </div>
    </div>
  );
}
