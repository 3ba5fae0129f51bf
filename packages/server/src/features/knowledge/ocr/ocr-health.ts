import { hasRuntime } from '@parley/weights';

/** What `GET /ocr/health` tells. */
export interface OcrHealth {
  model: string;
  message: string;
  languages: string[];
}

/** What pages are read with. `remoteId`: the reader that pages are sent to, null for the engines of this machine. */
export function ocrHealth(languages: string[], remoteId: string | null): OcrHealth {
  const hasLines = hasRuntime();
  return {
    model: remoteId ?? (hasLines ? 'pp-ocr' : 'tesseract'),
    message: `OCR is ready for ${languages.join(', ')}${hasLines ? ', and for Chinese, Japanese and further languages in Latin letters' : ''}.`,
    languages,
  };
}
