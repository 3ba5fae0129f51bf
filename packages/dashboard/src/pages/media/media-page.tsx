import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useHasRole } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Gallery } from './gallery.tsx';
import { MakeForm } from './make-form.tsx';
import { useMediaText } from './media-text.ts';
import { emptyRecipe, fromSearch, toSearch } from './recipe.ts';
import { useMake, usePieces } from './use-media.ts';

/** Makes pictures and films, and shows what was made. The address holds what the form begins with. */
export function MediaPage() {
  const text = useMediaText();
  const mayMake = useHasRole('member');
  const search: Record<string, unknown> = useSearch({ strict: false });
  // Each visit of an address fills the form anew, also the same one again.
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  const navigate = useNavigate();
  const { pieces, error, refetch, onEnd, hasMore } = usePieces();
  const make = useMake();
  const initial = fromSearch(search);
  const tryExample = () =>
    void navigate({ to: '/media', search: toSearch({ ...emptyRecipe, prompt: text.examplePrompt, seed: '7' }) });
  return (
    <>
      <PageHeader title={text.title} description={text.hint} />
      {mayMake ? (
        <MakeForm
          key={`${visit} ${JSON.stringify(initial)}`}
          initial={initial}
          onMake={(recipe) => make.mutate(recipe)}
          isBusy={make.isPending}
          error={make.error}
        />
      ) : (
        <p className="mb-5 text-sm text-muted">{text.viewerHint}</p>
      )}
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!pieces && !error && <SkeletonRows count={4} className="h-24" />}
      {pieces && (pieces.length > 0 || make.isPending) && (
        <Gallery pieces={pieces} isMaking={make.isPending} onMore={hasMore ? onEnd : null} />
      )}
      {pieces?.length === 0 && !make.isPending && (
        <EmptyState
          icon={<Images aria-hidden />}
          title={text.none}
          action={mayMake && initial.prompt === '' && <Button onClick={tryExample}>{text.example}</Button>}
        >
          {text.noneHint}
        </EmptyState>
      )}
    </>
  );
}
