import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Offers } from '../account/offers.tsx';
import { Attention } from './attention.tsx';
import { FirstCall } from './first-call.tsx';
import { useHomeText } from './home-text.ts';
import { NextSteps } from './next-steps.tsx';
import { ServedBy } from './served-by.tsx';
import { Today } from './today.tsx';

const refreshMs = 30_000;

/** What serves what, what happened today, what is wrong, and what to do next. */
export function HomePage() {
  const text = useHomeText();
  const parley = useParley();
  const language = useLanguage();
  const { user, workspace_id } = useSession();
  const { data, error, refetch } = useQuery({
    // The service writes the sentences.
    queryKey: queryKeys.overview(language),
    refetchInterval: refreshMs,
    queryFn: ({ signal }) =>
      parley.api.getOverview({ query: { language, ...(workspace_id !== null && { workspace_id }) } }, { signal }),
  });
  return (
    <>
      <PageHeader
        title={text.hello(user.name)}
        name={text.title}
        {...(data && { description: <span className="font-mono">{data.base_url}</span> })}
      />
      <Offers />
      {error && !data ? (
        <div className="flex flex-col gap-5">
          <Problem error={error} onRetry={() => refetch()} />
          <FirstCall />
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <Today overview={data} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <FirstCall baseUrl={data?.base_url} />
              <ServedBy overview={data} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <NextSteps overview={data} />
              <Attention overview={data} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}
