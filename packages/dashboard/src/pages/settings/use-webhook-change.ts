import { queryKeys } from '../../lib/query-keys.ts';
import { useChange } from '../../ui/use-change.ts';

/** Does something to webhooks, has them read anew, and says how it went. */
export const useWebhookChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  said: string,
  onDone?: (output: Output) => void,
) => useChange({ change, said, onDone, queryKey: queryKeys.webhooks.all });
