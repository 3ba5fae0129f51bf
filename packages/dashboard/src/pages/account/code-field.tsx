import { APIError } from '@parley/sdk';
import { Field, Input } from '../../ui/field.tsx';
import { useAccountText } from './account-text.ts';

/** Whether the service asks for the second factor besides what was shown. */
export const isCodeNeeded = (error: unknown): boolean =>
  error instanceof APIError && error.code === 'second_factor_required';

/** What an authenticator app shows, or a recovery code. */
export function CodeField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const text = useAccountText();
  return (
    <Field label={text.code} hint={text.codeHint}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="one-time-code"
          required
          minLength={6}
          maxLength={40}
          className="font-mono"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
