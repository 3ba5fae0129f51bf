import type { AddCollectionFilesRequest, Collection } from '@parley/sdk';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useParley } from '../../lib/parley.ts';
import { Field, Input, TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { readAttributes } from './attributes-text.ts';
import { useCollectionsText } from './collections-text.ts';
import { FileChooser } from './file-chooser.tsx';
import { useCollectionChange } from './use-collections.ts';

export interface AddDialogProps {
  collection: Collection;
  /** `files`, `urls` or `site`. */
  kind: string;
  onKind: (kind: string) => void;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const emptySite = { url: '', pages: '50', depth: '2', include: '', exclude: '' };

/** Takes uploaded files, addresses, or the pages of a site into a collection. */
export function AddDialog({ collection, kind, onKind }: AddDialogProps) {
  const text = useCollectionsText();
  const parley = useParley();
  const language = useLanguage();
  const [fileIds, setFileIds] = useState<string[]>([]);
  const [urls, setUrls] = useState('');
  const [site, setSite] = useState(emptySite);
  const [attributes, setAttributes] = useState('');
  const close = () => onKind('');
  const add = useCollectionChange(
    (request: AddCollectionFilesRequest) => parley.collections.add(collection.id, request),
    ({ added }) => (kind === 'site' ? text.addedSite : text.added(formatNumber(added, language))),
    close,
  );
  const read = readAttributes(attributes);
  const submit = () => {
    if ('wrong' in read) return;
    const what =
      kind === 'urls'
        ? { urls: linesOf(urls) }
        : kind === 'site'
          ? {
              site: {
                url: site.url.trim(),
                max_pages: Number(site.pages),
                depth: Number(site.depth),
                include: linesOf(site.include),
                exclude: linesOf(site.exclude),
              },
            }
          : { file_ids: fileIds };
    add.mutate({ ...what, ...(Object.keys(read.attributes).length > 0 && { attributes: read.attributes }) });
  };
  const isEmpty = kind === 'files' ? fileIds.length === 0 : kind === 'urls' ? linesOf(urls).length === 0 : false;
  return (
    <FormDialog
      onClose={close}
      title={text.addTitle}
      action={text.add}
      onSubmit={submit}
      isBusy={add.isPending}
      isUnready={isEmpty}
    >
      <Segments
        label={text.addKind}
        value={kind}
        onValue={onKind}
        options={[
          { key: 'files', label: text.addFiles },
          { key: 'urls', label: text.addUrls },
          { key: 'site', label: text.addSite },
        ]}
      />
      {kind === 'files' && <FileChooser collection={collection} chosen={fileIds} onChosen={setFileIds} />}
      {kind === 'urls' && (
        <Field label={text.urls} hint={text.urlsHint}>
          {(ids) => <TextArea {...ids} rows={6} value={urls} onChange={({ target }) => setUrls(target.value)} />}
        </Field>
      )}
      {kind === 'site' && <SiteFields site={site} onSite={setSite} />}
      <Field
        label={text.attributes}
        hint={text.attributesHint}
        error={'wrong' in read ? text.attributesWrong(read.wrong) : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            className="font-mono"
            value={attributes}
            onChange={({ target }) => setAttributes(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function SiteFields({ site, onSite }: { site: typeof emptySite; onSite: (site: typeof emptySite) => void }) {
  const text = useCollectionsText();
  const put = (name: keyof typeof emptySite) => (event: { target: { value: string } }) =>
    onSite({ ...site, [name]: event.target.value });
  return (
    <>
      <Field label={text.siteUrl} hint={text.siteHint}>
        {(ids) => <Input {...ids} type="url" required value={site.url} onChange={put('url')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.maxPages}>
          {(ids) => <Input {...ids} type="number" min={1} max={1000} value={site.pages} onChange={put('pages')} />}
        </Field>
        <Field label={text.depth}>
          {(ids) => <Input {...ids} type="number" min={0} max={10} value={site.depth} onChange={put('depth')} />}
        </Field>
        <Field label={text.include} hint={text.pathsHint}>
          {(ids) => <TextArea {...ids} rows={2} value={site.include} onChange={put('include')} />}
        </Field>
        <Field label={text.exclude} hint={text.pathsHint}>
          {(ids) => <TextArea {...ids} rows={2} value={site.exclude} onChange={put('exclude')} />}
        </Field>
      </div>
    </>
  );
}
