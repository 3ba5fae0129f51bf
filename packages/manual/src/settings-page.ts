import { toHtmlLink } from './links.ts';
import { renderMarkdown } from './markdown.ts';
import type { Page } from './page.ts';

/** A variable of the environment. */
interface SettingText {
  name: string;
  /** What holds when it is not set; empty for nothing. */
  byDefault: string;
  /** In Markdown. */
  meaning: string;
}

export interface SettingTexts {
  title: string;
  settings: readonly SettingText[];
}

/** Every setting of the service with its default and what it does. */
export function settingsPage(groups: readonly SettingTexts[]): Page {
  const markdown = () => settingsMarkdown(groups);
  return {
    slug: 'settings',
    title: 'Settings',
    summary: 'Every setting with its default and what it does.',
    group: 'Reference',
    markdown,
    body: () => renderMarkdown(markdown(), toHtmlLink),
  };
}

function settingsMarkdown(groups: readonly SettingTexts[]): string {
  const tables = groups.map(({ title, settings }) => {
    const rows = settings.map(({ name, byDefault, meaning }) => `| \`${name}\` | ${shown(byDefault)} | ${meaning} |`);
    return `## ${title}\n\n| Variable | Default | |\n|---|---|---|\n${rows.join('\n')}`;
  });
  return `# Settings

All are optional variables of the environment. Bad ones stop the start, with every problem listed; unknown ones that begin with
\`PARLEY_\` are named at the start. \`parley doctor\` checks what is set.

${tables.join('\n\n')}

## The configuration file

What has more than one value stands in \`parley.config.json\`, or in the file that \`PARLEY_CONFIG\` names. Parts that are not known
stop the start.

| Part | |
|---|---|
| \`models\`, \`providers\` | names, engines, fallbacks, prices: [models](models.md#the-configuration-file) |
| \`embeddings\` | how texts are embedded: [collections](collections.md#by-meaning) |
| \`search\`, \`research\` | [search and research](search-and-research.md) |
| \`integrations\` | clients of third parties: [integrations](integrations.md) |
| \`media\` | engines, prices and moderation of [images and video](media.md) |
| \`limits\` | defaults of every key: [keys](keys.md) |
| \`ocr\` | [OCR](ocr.md) |
`;
}

/** Values as code, words as they are. */
const shown = (value: string): string =>
  /^[\w.,:/-]+$/.test(value) && !/^[a-z]+$/.test(value) ? `\`${value}\`` : value;
