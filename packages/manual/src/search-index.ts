import { plainText, slugOf } from './html.ts';
import { addressOf, type Page } from './page.ts';

const textChars = 400;

/** One place that a search can find. Short names: it travels to every browser that searches. */
export interface SearchEntry {
  /** Address with anchor. */
  u: string;
  /** Title of the page. */
  p: string;
  /** Heading; empty for the beginning of a page. */
  h: string;
  /** Words below it. */
  t: string;
}

/** What the search looks through: every heading of every page, and the words below it. */
export function searchIndex(pages: Page[]): SearchEntry[] {
  return pages.flatMap((page) => (page.slug.startsWith('reference/') ? referenceEntries(page) : guideEntries(page)));
}

function guideEntries({ slug, title, markdown }: Page): SearchEntry[] {
  const taken = new Map<string, number>();
  const withoutCode = markdown().replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/^#/gm, ' '));
  return withoutCode.split(/^(?=#{1,4} )/m).flatMap((part) => {
    const [, marks = '', heading = ''] = /^(#{1,4}) (.+)/.exec(part) ?? [];
    const text = plainText(part.replace(/^#{1,4} .+/, '')).slice(0, textChars);
    if (marks.length <= 1) return [{ u: addressOf(slug), p: title, h: '', t: text }];
    const words = plainText(heading);
    const anchor = slugOf(words);
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return [{ u: `${addressOf(slug)}#${anchor}${count === 0 ? '' : `-${count}`}`, p: title, h: words, t: text }];
  });
}

/** The headings of reference pages have their operation's id as anchor. */
function referenceEntries({ slug, title, markdown, body }: Page): SearchEntry[] {
  const words = markdown().split(/^(?=## )/m);
  return body().headings.map(({ text, anchor }) => {
    const part = words.find((one) => one.startsWith(`## ${text}\n`)) ?? '';
    const [, call = ''] = /`([A-Z]+ \/\S*)`/.exec(part) ?? [];
    return {
      u: `${addressOf(slug)}#${anchor}`,
      p: title,
      h: text,
      t: `${call} ${anchor} ${plainText(part.slice(part.indexOf('\n')))}`.slice(0, textChars),
    };
  });
}
