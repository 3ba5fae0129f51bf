import type { SettingsReport } from '@parley/sdk';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Described } from '../../ui/described.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSettingsText } from './settings-text.ts';
import { useSettings } from './use-settings.ts';

type Setting = SettingsReport['sections'][number]['settings'][number];

/** Every setting with its value and where it came from. */
export function Effective() {
  const text = useSettingsText();
  const { data, error, refetch } = useSettings();
  const [query, setQuery] = useUrlState('q');
  if (error) return <Problem error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows count={8} />;
  const wanted = query.trim().toLowerCase();
  const sections = data.sections
    .map(({ name, settings }) => ({
      name,
      settings: settings.filter((one) => `${name} ${one.name} ${one.description}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ settings }) => settings.length > 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{text.effectiveHint}</p>
        <Input
          type="search"
          className="max-w-64"
          aria-label={text.find}
          placeholder={text.find}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      {sections.length === 0 && <EmptyState title={text.noSetting} />}
      {sections.map(({ name, settings }) => (
        <Card key={name} title={name} isFlush>
          <ul className="divide-y border-t">
            {settings.map((setting) => (
              <Row key={setting.name} setting={setting} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function Row({ setting: { name, value, source, description, secret } }: { setting: Setting }) {
  const text = useSettingsText();
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_7rem]">
      <span className="min-w-0">
        <code className="block truncate font-mono text-xs leading-5 font-medium" title={name}>
          {name}
        </code>
        <span lang="en" className="block text-xs text-muted">
          <Described text={description} />
        </span>
      </span>
      <span className="min-w-0 font-mono text-xs leading-5 break-words">
        {value === null || secret ? (
          <span className="font-sans text-muted">{value === null ? text.notSet : text.isSet}</span>
        ) : (
          String(value)
        )}
      </span>
      <span className="md:text-right">
        <Badge tone={source === 'default' ? 'neutral' : 'accent'}>{text.sources[source]}</Badge>
      </span>
    </li>
  );
}
