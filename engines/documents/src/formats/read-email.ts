import { FileMembers } from './file-members.ts';
import { mailDocument } from './mail-document.ts';
import type { ParsedContent } from './parsed-content.ts';

interface Address {
  name?: string | undefined;
  address?: string | undefined;
  group?: Address[] | undefined;
}

/** Mail messages (.eml). */
export async function readEmail(bytes: Uint8Array): Promise<ParsedContent> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes);
  const attachments = new FileMembers();
  for (const { filename, mimeType, content } of mail.attachments) {
    const data = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const named = filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : mimeType.replaceAll('/', '.'));
    attachments.add({ filename: named, mediaType: mimeType, sizeBytes: data.length, load: () => data });
  }
  return mailDocument(
    {
      mediaType: 'message/rfc822',
      subject: mail.subject ?? '',
      from: addresses(mail.from ? [mail.from] : []),
      to: addresses(mail.to ?? []),
      cc: addresses(mail.cc ?? []),
      date: mail.date ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
    },
    attachments,
  );
}

function addresses(list: Address[]): string {
  return list
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name ?? '')))
    .join(', ');
}
