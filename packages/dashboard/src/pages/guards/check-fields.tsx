import { CodeEditor } from '../../ui/code-editor.tsx';
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx';
import { type GuardDraft, personalKinds } from './guard-draft.ts';
import { useGuardsText } from './guards-text.ts';

export interface CheckFieldsProps {
  draft: GuardDraft;
  onChange: (part: Partial<GuardDraft>) => void;
  /** The schema cannot be read. */
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
  if (type === 'webhook') {
    return (
      <Field label={text.url} hint={text.urlHint}>
        {(ids) => (
          <Input
            {...ids}
            type="url"
            required
            value={draft.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
    );
  }
  const lines = type === 'topics' ? 'denied' : type === 'judge' ? null : type;
  return (
    <>
      {lines === null ? (
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
      ) : (
        <Field label={text.lines[lines]} hint={text.linesHints[lines]}>
          {(ids) => (
            <TextArea
              {...ids}
              required
              {...(type === 'patterns' && { className: 'font-mono' })}
              value={draft.lines}
              onChange={({ target }) => onChange({ lines: target.value })}
            />
          )}
        </Field>
      )}
      {type === 'patterns' && (
        <Checkbox
          label={text.ignoreCase}
          checked={draft.ignoreCase}
          onValue={(ignoreCase) => onChange({ ignoreCase })}
        />
      )}
      {(type === 'judge' || type === 'topics') && (
        <Field label={text.model} hint={text.modelHint}>
          {(ids) => <Input {...ids} value={draft.model} onChange={({ target }) => onChange({ model: target.value })} />}
        </Field>
      )}
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
