import { TextField, type TextFieldProps } from './text-field.tsx';

const longestName = 200;

/** The name that people give to something: it must have one, of at most 200 characters. */
export const NameField = (props: Omit<TextFieldProps, 'required' | 'maxLength'>) => (
  <TextField {...props} required maxLength={longestName} />
);
