import type { ResearchRun } from '@parley/sdk';

const maxTitle = 120;

/** The report as Markdown with the list of its sources; an object as JSON. */
export function reportMarkdown({ output, citations = [] }: ResearchRun, sourcesTitle: string): string {
  const body = typeof output === 'object' ? `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\`` : (output ?? '');
  if (citations.length === 0) return `${body.trim()}\n`;
  const list = citations.map(({ title, url }, index) => `${index + 1}. [${title.replace(/[[\]]/g, '')}](${url})`);
  return `${body.trim()}\n\n## ${sourcesTitle}\n\n${list.join('\n')}\n`;
}

/** What a report is called: its first heading, else its first words; undefined before there is one. */
export function reportTitle({ output }: ResearchRun): string | undefined {
  if (output === undefined) return undefined;
  if (typeof output === 'object') {
    const { title } = output;
    return typeof title === 'string' ? title : undefined;
  }
  const line = output.split('\n').find((one) => one.trim() !== '') ?? '';
  const words = line
    .replace(/^#+\s*/, '')
    .replace(/\[\d+\]|\*\*|`/g, '')
    .trim();
  return words.length > maxTitle ? `${words.slice(0, maxTitle).trimEnd()}…` : words || undefined;
}

/** A title as the name of a file. */
export const fileNameOf = (title: string, ending: string): string =>
  `${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'report'
  }.${ending}`;
