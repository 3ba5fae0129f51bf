import { brokenFile } from '../document-error.ts';
import { FileMembers } from './file-members.ts';
import { mailDocument } from './mail-document.ts';
import type { ParsedContent } from './parsed-content.ts';

/** Messages as Outlook saves them (.msg). */
export async function readMsg(bytes: Uint8Array): Promise<ParsedContent> {
  const { default: module } = await import('@kenjiuno/msgreader');
  const MsgReader = 'default' in module ? module.default : module;
  // A copy of its own: the reader looks at the whole buffer.
  const reader = new MsgReader(Uint8Array.from(bytes).buffer);
  const data = reader.getFileData();
  if (data.error !== undefined || data.dataType === null) throw broken();
  const members = new FileMembers();
  for (const attachment of data.attachments ?? []) {
    const filename = attachment.fileName ?? attachment.fileNameShort ?? attachment.name ?? 'attachment';
    members.add({
      filename: attachment.innerMsgContent && !/\.msg$/i.test(filename) ? `${filename}.msg` : filename,
      mediaType: attachment.attachMimeTag ?? null,
      sizeBytes: attachment.contentLength ?? 0,
      load: () => reader.getAttachment(attachment).content,
    });
  }
  const recipients = (type: string) =>
    (data.recipients ?? [])
      .filter((one) => (one.recipType ?? 'to') === type)
      .map((one) => person(one.name, one.smtpAddress ?? one.email));
  const date = data.clientSubmitTime ?? data.messageDeliveryTime;
  return mailDocument(
    {
      mediaType: 'application/vnd.ms-outlook',
      subject: data.subject ?? '',
      from: person(data.senderName, data.senderSmtpAddress ?? data.senderEmail),
      to: recipients('to').join(', '),
      cc: recipients('cc').join(', '),
      date: date === undefined ? '' : isoDate(date),
      text: data.body ?? '',
      html: data.bodyHtml ?? (data.html ? Buffer.from(data.html).toString('utf8') : ''),
    },
    members,
  );
}

function person(name: string | undefined, address: string | undefined): string {
  if (name && address && name !== address) return `${name} <${address}>`;
  return address ?? name ?? '';
}

function isoDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : new Date(time).toISOString();
}

const broken = () => brokenFile('The message is broken. Save it in Outlook again, or as .eml.');
