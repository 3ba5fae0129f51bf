import { Field, Input } from '../../ui/field.tsx';
import { useAccountText } from './account-text.ts';

interface Person {
  name: string;
  password: string;
}

/** What the service asks of a new password. */
export const minPasswordLength = 12;

/** Name and password of somebody who has no account yet. */
export function NewAccountFields({ value, onValue }: { value: Person; onValue: (value: Person) => void }) {
  const text = useAccountText();
  return (
    <>
      <Field label={text.name}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="name"
            required
            maxLength={100}
            value={value.name}
            onChange={(event) => onValue({ ...value, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={text.password} hint={text.passwordHint}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="new-password"
            required
            minLength={minPasswordLength}
            value={value.password}
            onChange={(event) => onValue({ ...value, password: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
