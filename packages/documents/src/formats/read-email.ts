import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';

interface Address {
  name?: string | undefined;
  address?: string | undefined;
  group?: Address[] | undefined;
}

/** Mail messages: head, body and the names of what is attached. */
export async function readEmail(bytes: Uint8Array): Promise<ParsedContent> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes);
  const lines = [
    ['From', addresses(mail.from ? [mail.from] : [])],
    ['To', addresses(mail.to ?? [])],
    ['Cc', addresses(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
    ['Subject', mail.subject ?? ''],
  ].filter(([, value]) => value !== '');
  const body = mail.text?.trim() ? mail.text.trim() : mail.html ? await htmlToMarkdown(mail.html) : '';
  const attached = mail.attachments.map((part) => part.filename ?? part.mimeType);
  const text = [
    mail.subject ? `# ${mail.subject}` : '',
    lines.map(([name, value]) => `**${name}:** ${value}`).join('\n'),
    body,
    attached.length > 0 ? `**Attachments:** ${attached.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return textDocument(text, {
    mediaType: 'message/rfc822',
    label: 'Email message',
    outline: mail.subject ? [{ title: mail.subject, level: 1, page: null, offset: 0 }] : [],
    facts: {
      subject: mail.subject ?? null,
      from: addresses(mail.from ? [mail.from] : []) || null,
      date: mail.date ?? null,
      attachments: attached,
    },
  });
}

function addresses(list: Address[]): string {
  return list
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name ?? '')))
    .join(', ');
}
