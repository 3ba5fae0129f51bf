// The light face: types, errors and what works on texts alone. Engines are behind the sub-paths `formats`, `sheets`, `pdf`
// and `ocr`, which only a worker process should load.
export { DocumentError, type DocumentErrorCode, hasCode } from './document-error.ts';
export { type DocumentPicture, insertPictureTexts } from './formats/document-pictures.ts';
export type { FileMember } from './formats/file-members.ts';
export { layoutOf, type PageRecognizer, type RecognizedPage } from './formats/page-recognizer.ts';
export { plainTextNames } from './formats/plain-text-names.ts';
export type {
  DocumentKind,
  DocumentReading,
  OutlineEntry,
  PageLayout,
  PageMemory,
  PageText,
  ReadDocument,
  ReadProgress,
  ReadRequest,
  TableEntry,
} from './formats/read-document.ts';
export { readPdf } from './formats/read-pdf.ts';
export { joinPages, recognizePages } from './formats/recognize-pages.ts';
export { judgeRemote, type RemoteVerdict } from './ocr/honesty.ts';
export type { OcrBlock, OcrWord } from './ocr/ocr-block.ts';
export type { RemotePage, RemotePageReader } from './ocr/ocr-engine.ts';
export type { PageReading, ReadingTask } from './ocr/page-reading.ts';
export { plainText } from './ocr/plain-text.ts';
export { findTesseractData } from './ocr/tesseract/tesseract-data.ts';
export type {
  DocumentSource,
  PdfDocument,
  PdfEngine,
  PdfOutlineEntry,
  PdfPage,
  PdfPageImage,
  PdfReadOptions,
  PdfRenderOptions,
  PdfTable,
} from './pdf/pdf-engine.ts';
export type { PdfReadResult, PdfReadTask, PdfRenderTask } from './pdf/pdf-tasks.ts';
export type {
  ColumnType,
  SheetAggregate,
  SheetAnswer,
  SheetAnswering,
  SheetCell,
  SheetColumn,
  SheetCondition,
  SheetData,
  SheetJoin,
  SheetQuestion,
  SheetSource,
} from './sheets/sheet-data.ts';
export { lacksRows } from './sheets/sheet-text.ts';
