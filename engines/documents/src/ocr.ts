// Text of page images. Loads native engines and their models: for worker processes.
export { decodeImage } from './ocr/page-pixels.ts';
export { PpOcrEngine } from './ocr/pp-ocr/pp-ocr-engine.ts';
export { readImageTask } from './ocr/read-image-task.ts';
export type { PageEngines } from './ocr/read-page.ts';
export { unpackTesseractData } from './ocr/tesseract/tesseract-data.ts';
export { TesseractEngine } from './ocr/tesseract/tesseract-engine.ts';
