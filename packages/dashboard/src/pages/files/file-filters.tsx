import type { FileInfo } from '@parley/sdk';
import { useFileViewsText } from '../../file-views/file-views-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Input, Select } from '../../ui/field.tsx';
import { useFilesText } from './files-text.ts';

const statuses = ['pending', 'processing', 'ready', 'failed'] as const;
const kinds = ['pdf', 'image', 'spreadsheet', 'document', 'json', 'audio', 'video'] as const;

/** What is looked for, in the address. */
export function useFileFilters() {
  const [name, setName] = useUrlState('q');
  const [status, setStatus] = useUrlState('state');
  const [kind, setKind] = useUrlState('kind');
  const wanted = name.trim().toLocaleLowerCase();
  const matches = (file: FileInfo) =>
    (wanted === '' || file.filename.toLocaleLowerCase().includes(wanted)) &&
    (status === '' || file.status === status) &&
    (kind === '' || file.kind === kind);
  const clear = () => {
    setName('');
    setStatus('');
    setKind('');
  };
  return { name, setName, status, setStatus, kind, setKind, matches, clear };
}

export interface FileFiltersProps {
  filters: ReturnType<typeof useFileFilters>;
  shown: number;
  hasMore: boolean;
}

/** Name, state and kind, and how many are left. */
export function FileFilters({ filters, shown, hasMore }: FileFiltersProps) {
  const text = useFilesText();
  const { states } = useFileViewsText();
  const language = useLanguage();
  return (
    <div className="mb-3 grid grid-cols-2 items-center gap-2 sm:flex">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.searchPlaceholder}
        className="col-span-2 sm:max-w-64"
        value={filters.name}
        onChange={({ target }) => filters.setName(target.value)}
      />
      <Select
        aria-label={text.filterState}
        className="sm:w-36"
        value={filters.status}
        onValue={filters.setStatus}
        options={[{ value: '', label: text.allStates }, ...statuses.map((value) => ({ value, label: states[value] }))]}
      />
      <Select
        aria-label={text.filterKind}
        className="sm:w-36"
        value={filters.kind}
        onValue={filters.setKind}
        options={[{ value: '', label: text.allKinds }, ...kinds.map((value) => ({ value, label: text.kinds[value] }))]}
      />
      <p className="col-span-2 text-xs text-muted tabular-nums sm:ml-auto" aria-live="polite">
        {text.shown(formatNumber(shown, language), !hasMore)}
      </p>
    </div>
  );
}
