import { Field, type FieldProps, Input } from './field.tsx';

export interface NameFieldProps extends Omit<FieldProps, 'children'> {
  placeholder?: string;
  value: string;
  onChange(name: string): void;
}

const longestName = 200;

/** The name that people give to something: it must have one, of at most 200 characters. */
export function NameField({ placeholder, value, onChange, ...field }: NameFieldProps) {
  return (
    <Field {...field}>
      {(ids) => (
        <Input
          {...ids}
          required
          maxLength={longestName}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
