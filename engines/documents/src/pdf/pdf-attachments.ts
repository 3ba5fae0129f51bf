import { type FileMember, FileMembers } from '../formats/file-members.ts';
import type { PdfiumDocument } from './pdfium-document.ts';

const mostLooked = 1000;

/** Files that are attached to a PDF, within the limits of one container. */
export function readPdfAttachments(document: PdfiumDocument): { members: FileMember[]; warnings: string[] } {
  const { library, handle } = document;
  const members = new FileMembers();
  const count = Math.min(mostLooked, library.FPDFDoc_GetAttachmentCount(handle));
  for (let index = 0; index < count; index++) {
    const attachment = library.FPDFDoc_GetAttachment(handle, index);
    if (!attachment) continue;
    const filename = document.wideText((buffer, size) => library.FPDFAttachment_GetName(attachment, buffer, size));
    const sizeBytes = sizeOf(document, attachment);
    members.add({
      filename: filename ?? `attachment-${index + 1}`,
      sizeBytes,
      load: () => bytesOf(document, attachment, sizeBytes),
    });
  }
  return members.result;
}

function sizeOf(document: PdfiumDocument, attachment: number): number {
  const { library } = document;
  return document.withMemory(8, (size) => {
    library.FPDFAttachment_GetFile(attachment, 0, 0, size);
    return Number(library.pdfium.getValue(size, 'i32')) >>> 0;
  });
}

function bytesOf(document: PdfiumDocument, attachment: number, sizeBytes: number): Uint8Array | null {
  const { library } = document;
  if (sizeBytes === 0) return null;
  return document.withMemory(sizeBytes + 8, (memory) => {
    const isRead = library.FPDFAttachment_GetFile(attachment, memory + 8, sizeBytes, memory);
    return isRead ? document.copyOf(memory + 8, sizeBytes) : null;
  });
}
