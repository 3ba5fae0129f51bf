import { Field, type FieldProps, Select } from './field.tsx';

export interface ChoiceFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  value: Value;
  values: readonly Value[];
  names: Record<Value, string>;
  isDisabled?: boolean;
  onValue: (value: Value) => void;
}

/** One of a few values, each under its name. */
export function ChoiceField<Value extends string>({
  value,
  values,
  names,
  isDisabled,
  onValue,
  ...field
}: ChoiceFieldProps<Value>) {
  return (
    <Field {...field}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          disabled={isDisabled}
          onValue={(chosen) => onValue(values.find((one) => one === chosen) ?? value)}
          options={values.map((one) => ({ value: one, label: names[one] }))}
        />
      )}
    </Field>
  );
}
