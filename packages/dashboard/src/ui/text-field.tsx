import type { ComponentProps } from 'react';
import { Field, type FieldProps, Input } from './field.tsx';

export interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | keyof FieldProps> {
  value: string;
  onChange: (value: string) => void;
}

/** A line of text or a number, with its label; what an `<input>` takes besides goes to it. */
export function TextField({ label, hint, error, className, value, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(className !== undefined && { className })}>
      {(ids) => <Input {...input} {...ids} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}
