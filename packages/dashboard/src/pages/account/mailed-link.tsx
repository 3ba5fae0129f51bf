import { useMutation } from '@tanstack/react-query';
import { useParley } from '../../lib/parley.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAccountText } from './account-text.ts';

/** Has a link mailed with which the password is set, which proves the address. */
export function MailedLink({ email, label }: { email: string; label: string }) {
  const text = useAccountText();
  const parley = useParley();
  const ask = useMutation({ mutationFn: () => parley.api.requestPasswordLink({ body: { email } }) });
  return (
    <div className="mt-4 flex flex-col gap-2">
      <Button
        size="small"
        className="self-start"
        disabled={!email.includes('@')}
        onClick={() => ask.mutate()}
        isBusy={ask.isPending}
      >
        {label}
      </Button>
      {ask.isSuccess && (
        <p role="status" className="text-xs text-muted">
          {text.mailed}
        </p>
      )}
      {ask.error && <Problem error={ask.error} />}
    </div>
  );
}
