import type { Collection } from '@parley/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { AskBox } from '../../file-views/ask-box.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useHasRole } from '../../lib/session.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageProblem } from '../../ui/page-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AddDialog } from './add-dialog.tsx';
import { CollectionFiles } from './collection-files.tsx';
import { CollectionProgress } from './collection-progress.tsx';
import { CollectionSearch } from './collection-search.tsx';
import { CollectionSettings } from './collection-settings.tsx';
import { useCollectionsText } from './collections-text.ts';
import { placeOf } from './place-of.ts';
import { useCollection } from './use-collections.ts';

/** One collection: its files, a search that explains itself, questions, and what it says about itself. */
export function CollectionPage() {
  const text = useCollectionsText();
  const { collectionId = '' }: { collectionId?: string } = useParams({ strict: false });
  const mayChange = useHasRole('member');
  const { data, error, refetch } = useCollection(collectionId);
  const [dialog, setDialog] = useUrlState('add');
  return (
    <>
      <BackLink to="/collections">{text.back}</BackLink>
      {error &&
        (data ? (
          <Problem error={error} onRetry={() => refetch()} />
        ) : (
          <PageProblem error={error} onRetry={() => refetch()} />
        ))}
      {!error && !data && <SkeletonRows count={6} className="h-12" />}
      {data && (
        <>
          <PageHeader
            name={data.name}
            title={<span title={data.name}>{data.name}</span>}
            description={data.description}
            actions={
              <>
                <CopyButton value={data.id} label={text.copyId} hasWords />
                {mayChange && (
                  <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setDialog('files')}>
                    {text.add}
                  </Button>
                )}
              </>
            }
          />
          <Head collection={data} />
          <Parts collection={data} />
          {mayChange && dialog !== '' && <AddDialog collection={data} kind={dialog} onKind={setDialog} />}
        </>
      )}
    </>
  );
}

function Head({ collection }: { collection: Collection }) {
  const text = useCollectionsText();
  const language = useLanguage();
  const { embeddings, passages } = collection;
  const count = (value: number) => formatNumber(value, language);
  return (
    <div className="mb-5 grid gap-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <CollectionProgress collection={collection} />
      <p className="text-xs text-muted tabular-nums">
        {embeddings
          ? text.embeddingsOf(count(embeddings.passages), count(passages), embeddings.model)
          : text.embeddingsNone}
        {embeddings?.error && <span className="block text-bad">{embeddings.error}</span>}
      </p>
    </div>
  );
}

function Parts({ collection }: { collection: Collection }) {
  const text = useCollectionsText();
  const navigate = useNavigate();
  const mayChange = useHasRole('member');
  const [tab, setTab] = useUrlState('tab', 'files');
  const tabs = [
    { key: 'files', label: text.files, content: <CollectionFiles collection={collection} /> },
    { key: 'search', label: text.search, content: <CollectionSearch collection={collection} /> },
    {
      key: 'ask',
      label: text.ask,
      content: (
        <Card title={text.askTitle} className="max-w-3xl">
          <AskBox
            where={{ collection_ids: [collection.id] }}
            hasNames
            onSource={(source) => void navigate({ href: placeOf(source) })}
          />
        </Card>
      ),
    },
  ];
  const settings = { key: 'settings', label: text.settings, content: <CollectionSettings collection={collection} /> };
  return <Tabs label={text.title} value={tab} onValue={setTab} tabs={mayChange ? [...tabs, settings] : tabs} />;
}
