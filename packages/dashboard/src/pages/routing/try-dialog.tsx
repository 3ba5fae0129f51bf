import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { Duration, Money } from '../../ui/values.tsx';
import { useRoutingText } from './routing-text.ts';
import { type Kind, useTry } from './use-routing.ts';

/** Makes one small call and shows what came. */
export function TryDialog({ kind, id, onClose }: { kind: Kind; id: string; onClose: () => void }) {
  const text = useRoutingText();
  const ui = useUiText();
  const tryIt = useTry(kind, id);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.routing.test(kind, id),
    queryFn: tryIt,
    // Each costs something: it is made when the window opens, and when it is asked for again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.testTitle(id)}
      actions={
        <>
          <Button isBusy={isFetching} onClick={() => refetch()}>
            {ui.tryAgain}
          </Button>
          <Button look="primary" onClick={onClose}>
            {ui.close}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} />}
      {!data && !error && (
        <>
          <p className="mb-3 text-sm text-muted">{text.testing}</p>
          <SkeletonRows count={3} />
        </>
      )}
      {data && (
        <div className="flex flex-col gap-3">
          <p>
            <Badge tone={data.ok ? 'good' : 'bad'}>{data.ok ? text.testWorks : text.testFails}</Badge>
          </p>
          <Facts
            facts={[
              [text.engine, data.engine],
              [text.said, data.text && <Markdown key="said" text={data.text} />],
              [text.error, data.error && `${data.error.message} (${data.error.code})`],
              [text.took, <Duration key="took" ms={data.duration_ms} />],
              [text.firstToken, data.first_token_ms !== null && <Duration key="first" ms={data.first_token_ms} />],
              [text.tokens, data.ok && `${data.input_tokens} → ${data.output_tokens}`],
              [text.cost, data.ok && <Money key="cost" usd={data.upstream_cost_usd} />],
            ]}
          />
        </div>
      )}
    </Dialog>
  );
}
