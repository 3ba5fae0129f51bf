import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { stored, useStored } from '../../lib/stored.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { addFilter, type NamedFilter, readFilters } from './named-filters.ts';
import { useUsageText } from './usage-text.ts';

const kept = stored<string>('call-filters', (text) => text ?? '[]');
/** What the address says besides of which calls are shown. */
const noFilter = new Set(['call', 'live', 'workspace']);

/** Filters of calls under names that the reader gave them. */
export function SavedFilters() {
  const text = useUsageText();
  const toaster = useToaster();
  const navigate = useNavigate();
  const { workspace_id: workspaceId } = useSession();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const all = readFilters(useStored(kept));
  const mine = all.filter((one) => one.workspaceId === workspaceId);
  const [isNaming, setNaming] = useState(false);
  const current = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (noFilter.has(name) ? [] : [[name, String(value)]])),
  );
  const put = (filters: NamedFilter[]) => kept.set(JSON.stringify(filters));
  const same = (one: NamedFilter) => JSON.stringify(sorted(one.search)) === JSON.stringify(sorted(current));
  const chosen = mine.find(same);
  const hasFilter = Object.keys(current).length > 0;
  return (
    <>
      <Menu
        trigger={<Button icon={<Bookmark aria-hidden />}>{chosen?.name ?? text.savedFilters}</Button>}
        align="end"
        groups={[
          mine.map((one) => ({
            key: one.name,
            label: one.name,
            isChecked: one === chosen,
            onSelect: () => void navigate({ to: '/calls', search: one.search }),
          })),
          [
            { key: 'save', label: `${text.saveFilter}…`, isDisabled: !hasFilter, onSelect: () => setNaming(true) },
            ...(chosen
              ? [
                  {
                    key: 'delete',
                    label: text.deleteFilter,
                    isDanger: true,
                    onSelect: () => {
                      put(all.filter((one) => one !== chosen));
                      toaster.done(text.filterDeleted);
                    },
                  },
                ]
              : []),
          ],
        ].filter((group) => group.length > 0)}
      />
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            put(addFilter(all, { name, workspaceId, search: current }));
            toaster.done(text.filterSaved);
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const text = useUsageText();
  const [name, setName] = useState('');
  return (
    <FormDialog
      onClose={onClose}
      title={text.saveFilter}
      description={text.saveFilterHint}
      size="small"
      action={text.save}
      onSubmit={() => name.trim() !== '' && onName(name.trim())}
      isBusy={false}
      isUnready={name.trim() === ''}
    >
      <NameField label={text.filterName} placeholder={text.filterNamePlaceholder} value={name} onChange={setName} />
    </FormDialog>
  );
}

const sorted = (search: Record<string, string>): [string, string][] =>
  Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1));
