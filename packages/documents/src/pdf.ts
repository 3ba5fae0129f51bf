// The text layer, layout and page images of PDFs. Loads native engines: for worker processes.
export { renderPage } from './pdf/liteparse-pages.ts';
export { readPdfDocument } from './pdf/read-pdf-document.ts';
