import { readFile } from 'node:fs/promises';
import { detectFormat } from '../../../../documents/src/formats/detect-format.ts';
import type { ParsedContent } from '../../../../documents/src/formats/parsed-content.ts';
import { extensionOf, readContent } from '../../../../documents/src/formats/read-content.ts';
import type { SheetAnswer, SheetData, SheetQuestion } from '../../../../documents/src/sheets/sheet-data.ts';
import { answerSheetQuestion } from '../../../../documents/src/sheets/sheet-query.ts';
import { serveTasks } from '../../lib/process-pool.ts';
import type { DocumentSource } from '../../ports/pdf-engine.ts';

/** What the reader asks of a worker process. */
export interface ReadTask {
  source: DocumentSource;
  filename: string;
  declaredType: string;
}

/** The content, or that it is a PDF, which another engine reads. Metadata travels as JSON text, safe for any key. */
export type ReadTaskResult =
  | { format: 'pdf' }
  | { format: 'other'; content: Omit<ParsedContent, 'metadata'>; metadata: string };

serveTasks({
  async read({ source, filename, declaredType }: ReadTask): Promise<ReadTaskResult> {
    const bytes = 'path' in source ? await readFile(source.path) : source.bytes;
    const format = await detectFormat(bytes, extensionOf(filename), declaredType);
    if (format === 'pdf') return { format };
    const { metadata, ...content } = await readContent(bytes, format, filename);
    return { format: 'other', content, metadata: JSON.stringify(metadata) };
  },
  answer({ sheet, question }: { sheet: SheetData; question: SheetQuestion }): SheetAnswer {
    return answerSheetQuestion(sheet, question);
  },
});
