import type { FileMembers } from './file-members.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';

/** A message, whichever way it was stored; empty where a field is missing. */
export interface Mail {
  mediaType: string;
  subject: string;
  from: string;
  to: string;
  cc: string;
  date: string;
  text: string;
  html: string;
}

/** Head, body and the names of what is attached; the attachments are files of their own. */
export async function mailDocument(mail: Mail, attachments: FileMembers): Promise<ParsedContent> {
  const { subject } = mail;
  const lines = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Date', mail.date],
    ['Subject', subject],
  ].filter(([, value]) => value !== '');
  const body = mail.text.trim() !== '' ? mail.text.trim() : mail.html === '' ? '' : await htmlToMarkdown(mail.html);
  const { members, warnings } = attachments.result;
  const attached = members.map(({ filename }) => filename);
  const text = [
    subject === '' ? '' : `# ${subject}`,
    lines.map(([name, value]) => `**${name}:** ${value}`).join('\n'),
    body,
    attached.length > 0 ? `**Attachments:** ${attached.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const content = await textDocument(text, {
    mediaType: mail.mediaType,
    label: 'Email message',
    outline: subject === '' ? [] : [{ title: subject, level: 1, page: null, offset: 0 }],
    facts: { subject: subject || null, from: mail.from || null, date: mail.date || null, attachments: attached },
  });
  return { ...content, members, warnings };
}
