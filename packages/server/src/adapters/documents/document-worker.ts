import { readFile } from 'node:fs/promises';
import type { DocumentSource, SheetAnswer, SheetQuestion, SheetSource } from '@parley/documents';
import type { ParsedContent } from '@parley/documents/formats';
import { detectFormat, extensionOf, readContent } from '@parley/documents/formats';
import { answerSheetQuestion, readSheetRows } from '@parley/documents/sheets';
import { askTable, mostCells } from '@parley/reader/tables';
import { serveTasks } from '../../lib/serve-tasks.ts';
import type { SheetFigure, SheetQuestionInWords } from '../../ports/sheet-asking.ts';

/** What the reader asks of a worker process. */
export interface ReadTask {
  source: DocumentSource;
  filename: string;
  declaredType: string;
}

export interface AskTask extends Omit<SheetQuestionInWords, 'signal'> {
  sheet: SheetSource;
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
  answer({ sheet, question }: { sheet: SheetSource; question: SheetQuestion }): SheetAnswer {
    return answerSheetQuestion(sheet, question);
  },
  ask({ sheet, question, filename, isOnly, ...how }: AskTask): SheetFigure | null {
    const read = readSheetRows(sheet, mostCells);
    return read && askTable(question, { ...read, title: sheet.name, filename, isOnly }, how);
  },
});
