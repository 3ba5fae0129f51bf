import type { Offer } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useShellText } from '../../app/shell-text.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useEnter } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { useOffersText } from './offers-text.ts';

/** Roles that wait for the reader's word; nothing where none does. */
export function Offers() {
  const text = useOffersText();
  const shell = useShellText();
  const parley = useParley();
  const { answer, isBusy } = useAnswer();
  const { data } = useQuery({
    queryKey: queryKeys.offers,
    queryFn: ({ signal }) => parley.api.listOffers({}, { signal }),
  });
  if (!data || data.data.length === 0) return null;
  const place = ({ role, workspace_name: name }: Offer) =>
    name === null ? text.invitationToAll(shell.roles[role]) : text.invitationTo(name, shell.roles[role]);
  return (
    <Card title={text.title} description={text.hint} isFlush className="mb-5">
      <ul className="divide-y border-t">
        {data.data.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center gap-3 px-4 py-2.5 text-sm">
            <p className="min-w-0 flex-1">
              {place(offer)} {offer.invited_by !== null && text.invitedBy(offer.invited_by)}
            </p>
            <Button size="small" onClick={() => answer({ id: offer.id, isAccepted: false })} isBusy={isBusy}>
              {text.decline}
            </Button>
            <Button
              size="small"
              look="primary"
              onClick={() => answer({ id: offer.id, isAccepted: true })}
              isBusy={isBusy}
            >
              {text.accept}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useAnswer() {
  const text = useOffersText();
  const parley = useParley();
  const queries = useQueryClient();
  const enter = useEnter();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, isAccepted }: { id: string; isAccepted: boolean }) => {
      if (isAccepted) await parley.api.acceptOffer({ params: { id } });
      else await parley.api.declineOffer({ params: { id } });
      return isAccepted;
    },
    onSuccess: async (isAccepted) => {
      toaster.done(isAccepted ? text.accepted : text.declined);
      enter(await parley.api.getSession());
      await queries.invalidateQueries();
    },
    onError: (problem) => toaster.failed(sentence(problem)),
  });
  return { answer: mutate, isBusy: isPending };
}
