import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';

/** Does something to webhooks, has them read anew, and says how it went. */
export function useWebhookChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  said: string,
  onDone?: (output: Output) => void,
) {
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      toaster.done(said);
      onDone?.(output);
      await queries.invalidateQueries({ queryKey: queryKeys.webhooks.all });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
}
