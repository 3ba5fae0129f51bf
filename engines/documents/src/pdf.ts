// The text layer, layout and page images of PDFs. Loads native engines: for worker processes.
export { OpenPdf } from './pdf/open-pdf.ts';
export { readPdfDocument } from './pdf/read-pdf-document.ts';
