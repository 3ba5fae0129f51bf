import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemSentence } from './problem.tsx';
import { useToaster } from './toast.tsx';

export interface ChangeParts<Input, Output> {
  change: (input: Input) => Promise<Output>;
  /** What is read anew after it. */
  queryKey: QueryKey;
  /** What is said when it went well. */
  said: string | ((input: Input) => string);
  onDone?: ((output: Output) => void) | undefined;
}

/** Does something to what a page lists, has it read anew, and says how it went; what went wrong in the words of the service. */
export function useChange<Output, Input = void>({ change, queryKey, said, onDone }: ChangeParts<Input, Output>) {
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      toaster.done(typeof said === 'string' ? said : said(input));
      onDone?.(output);
      await queries.invalidateQueries({ queryKey });
    },
    onError: (error) => toaster.failed(sentence(error)),
  });
}
