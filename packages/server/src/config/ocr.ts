import { availableParallelism } from 'node:os';
import { findTesseractData } from '@parley/documents';
import { type ConfigSource, integer, list, text } from './config-source.ts';

export interface OcrConfig {
  /** Languages of Tesseract, most likely first. */
  languages: string[];
  /** Pages read at once, each in a process of its own. */
  processes: number;
  /** Limit of one page. */
  timeoutMs: number;
  /** `local`, `mistral/<model>` or `<provider>/<model>` of a configured vision model. */
  reader: string;
  mistralApiKey: string | undefined;
  mistralBaseUrl: string | undefined;
}

/** Their data comes with the product. */
const shippedLanguages = ['eng', 'deu', 'fra', 'spa', 'pol', 'tur'];

export function readOcrConfig(source: ConfigSource): OcrConfig {
  const languages = list(source, 'OCR_LANGUAGES');
  for (const language of languages) {
    if (!/^[a-z]{3}(_[a-z]{3,4}){0,2}$/.test(language)) {
      source.problem('OCR_LANGUAGES', `"${language}" is not a language code such as eng, deu or chi_sim`);
    } else if (findTesseractData(language) === null) {
      source.problem('OCR_LANGUAGES', `there is no data for "${language}": npm install @tesseract.js-data/${language}`);
    }
  }
  const reader = text(source, 'OCR_READER') ?? 'local';
  if (reader !== 'local' && !/^[\w-]+\/\S+$/.test(reader)) {
    source.problem('OCR_READER', `must be local or provider/model, not "${reader}"`);
  }
  const mistralApiKey = text(source, 'MISTRAL_API_KEY');
  if (reader.startsWith('mistral/') && mistralApiKey === undefined) {
    source.problem('MISTRAL_API_KEY', 'is needed for the OCR_READER of Mistral');
  }
  return {
    languages: languages.length > 0 ? languages : shippedLanguages,
    processes: integer(source, 'OCR_PROCESSES', { default: Math.min(16, availableParallelism()), min: 1, max: 64 }),
    timeoutMs: integer(source, 'OCR_TIMEOUT_MS', { default: 60_000, min: 1000, max: 600_000 }),
    reader,
    mistralApiKey,
    mistralBaseUrl: text(source, 'MISTRAL_BASE_URL'),
  };
}
