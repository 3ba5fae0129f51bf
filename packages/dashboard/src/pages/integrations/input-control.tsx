import { Described } from '../../ui/described.tsx';
import { Field, Input, Select, TextArea } from '../../ui/field.tsx';
import { FieldName } from './connect-dialog.tsx';
import type { InputField } from './input-fields.ts';
import { useIntegrationsText } from './integrations-text.ts';

export interface InputControlProps {
  field: InputField;
  value: string;
  onValue: (value: string) => void;
  /** What is wrong with it. */
  problem: string | undefined;
}

/** The control for one input of a feature. */
export function InputControl({ field, value, onValue, problem }: InputControlProps) {
  const text = useIntegrationsText();
  const { name, kind, description, isRequired, choices, fallback } = field;
  const shape = kind === 'lines' ? text.linesHint : kind === 'json' ? text.jsonHint : '';
  const hint = [description, shape].filter(Boolean).join(' ');
  const unset = { value: '', label: fallback === '' ? text.unset : text.unsetDefault(fallback) };
  const picks =
    kind === 'boolean'
      ? [
          { value: 'true', label: text.yes },
          { value: 'false', label: text.no },
        ]
      : choices.map((choice) => ({ value: choice, label: choice }));
  return (
    <Field
      label={<FieldName name={name} isRequired={isRequired} />}
      hint={hint && <Described text={hint} />}
      error={problem}
    >
      {(ids) => {
        const control = { ...ids, required: isRequired, value };
        if (kind === 'choice' || kind === 'boolean')
          return <Select {...control} onValue={onValue} options={[unset, ...picks]} />;
        if (kind === 'lines' || kind === 'json') {
          return (
            <TextArea
              {...control}
              rows={3}
              className="font-mono text-xs"
              placeholder={fallback}
              onChange={({ target }) => onValue(target.value)}
            />
          );
        }
        return (
          <Input
            {...control}
            {...(kind === 'number' && { type: 'number', step: 'any' })}
            autoComplete="off"
            placeholder={fallback}
            onChange={({ target }) => onValue(target.value)}
          />
        );
      }}
    </Field>
  );
}
