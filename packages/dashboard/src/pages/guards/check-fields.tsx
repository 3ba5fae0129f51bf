import { ChoiceField } from '../../ui/choice-field.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { Checkbox, Field, TextArea } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorActions, type GuardDraft, personalKinds } from './guard-draft.ts';
import { useGuardsText } from './guards-text.ts';

export interface CheckFieldsProps {
  draft: GuardDraft;
  onChange: (part: Partial<GuardDraft>) => void;
  /** The schema cannot be read, or no topic is named. */
  isWrong: boolean;
}

/** What a guard looks for: the fields of its kind of check. */
export function CheckFields({ draft, onChange, isWrong }: CheckFieldsProps) {
  const text = useGuardsText();
  const { type } = draft;
  if (type === 'personal_data') return <Kinds draft={draft} onChange={onChange} />;
  if (type === 'schema') {
    return (
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium text-soft">{text.schema}</span>
        <CodeEditor
          label={text.schema}
          value={draft.schema}
          onValue={(schema) => onChange({ schema })}
          {...(isWrong && { problemId: 'guard-schema-problem' })}
        />
        {isWrong && (
          <p id="guard-schema-problem" className="text-xs text-bad">
            {text.notJson}
          </p>
        )}
      </div>
    );
  }
  const onError = (
    <ChoiceField
      label={text.onError}
      value={draft.onError}
      values={errorActions}
      names={text.errorActions}
      onValue={(value) => onChange({ onError: value })}
    />
  );
  if (type === 'webhook') {
    return (
      <>
        <TextField
          label={text.url}
          hint={text.urlHint}
          type="url"
          required
          value={draft.url}
          onChange={(url) => onChange({ url })}
        />
        {onError}
      </>
    );
  }
  const isJudged = type === 'judge' || type === 'topics';
  return (
    <>
      <Words draft={draft} onChange={onChange} isWrong={isWrong} />
      {type === 'patterns' && (
        <Checkbox
          label={text.ignoreCase}
          checked={draft.ignoreCase}
          onValue={(ignoreCase) => onChange({ ignoreCase })}
        />
      )}
      {isJudged && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.model}
            hint={text.modelHint}
            value={draft.model}
            onChange={(model) => onChange({ model })}
          />
          {onError}
        </div>
      )}
    </>
  );
}

/** What is written, a line each or in sentences. */
function Words({ draft, onChange, isWrong }: CheckFieldsProps) {
  const text = useGuardsText();
  const { type } = draft;
  if (type === 'judge') {
    return (
      <Field label={text.instructions} hint={text.instructionsHint}>
        {(ids) => (
          <TextArea
            {...ids}
            required
            value={draft.instructions}
            onChange={({ target }) => onChange({ instructions: target.value })}
          />
        )}
      </Field>
    );
  }
  const lines = type === 'words' || type === 'patterns' ? type : 'denied';
  return (
    <>
      {lines === 'denied' && (
        <Field label={text.lines.allowed} hint={text.linesHints.allowed}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              value={draft.allowed}
              onChange={({ target }) => onChange({ allowed: target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={text.lines[lines]}
        hint={text.linesHints[lines]}
        error={lines === 'denied' && isWrong && text.noTopics}
      >
        {(ids) => (
          <TextArea
            {...ids}
            required={lines !== 'denied'}
            {...(type === 'patterns' && { className: 'font-mono' })}
            value={draft.lines}
            onChange={({ target }) => onChange({ lines: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function Kinds({ draft, onChange }: Pick<CheckFieldsProps, 'draft' | 'onChange'>) {
  const text = useGuardsText();
  const { kinds } = draft;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-soft">{text.kinds}</legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {personalKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={text.kindNames[kind]}
            checked={kinds.includes(kind)}
            // A guard that looks for nothing is none.
            disabled={kinds.length === 1 && kinds.includes(kind)}
            onValue={(isOn) =>
              onChange({ kinds: personalKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))) })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
