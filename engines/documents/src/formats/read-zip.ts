import { FileMembers } from './file-members.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { ZipArchive } from './zip-archive.ts';

const namesShown = 1000;

/** ZIP archives: the text is the list of what they hold, and each member is a file of its own. */
export async function readZip(bytes: Uint8Array): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  const names = zip.names.filter((name) => !name.endsWith('/') && !isHidden(name));
  const members = new FileMembers();
  for (const name of names) {
    members.add({ filename: name, sizeBytes: zip.sizeOf(name), load: () => zip.read(name) });
  }
  const { warnings, ...taken } = members.result;
  const text = names
    .slice(0, namesShown)
    .map((name) => `- ${name}`)
    .join('\n');
  const label = `ZIP archive with ${names.length} file${names.length === 1 ? '' : 's'}`;
  const content = await textDocument(text, {
    mediaType: 'application/zip',
    label,
    outline: [],
    facts: { member_count: names.length, members: names.slice(0, namesShown) },
  });
  return { ...content, ...taken, processingSummary: label, warnings };
}

/** What systems put into archives for themselves. */
const isHidden = (name: string): boolean => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);
