import { openAsBlob } from 'node:fs';
import type { OcrPdfResult, OcrPdfRun, OcrResult } from '@parley/sdk';
import { type Call, type Command, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { needFile, readPipe } from '../io.ts';

export const ocr: Command = {
  name: 'ocr',
  summary: 'Read the text of images and PDFs',
  usage: ['<file>… [options]', '< scan.png'],
  options: {
    'max-pages': { value: 'N', help: 'Pages of a PDF that are read' },
    dpi: { value: 'N', help: 'Resolution for pages of a PDF, 72 to 400 (default 200)' },
    password: { value: 'TEXT', help: 'Of a PDF' },
    background: { help: 'Long scans: reads in the background and shows how far it is' },
  },
  notes: ['Exit code 1 when a file has no text.'],
  async run(call) {
    const { out, io } = call;
    const sources = await sourcesOf(call);
    const results: Array<{ file: string; result: OcrResult | OcrPdfResult | OcrPdfRun }> = [];
    for (const { name, blob } of sources) {
      io.signal.throwIfAborted();
      out.status(`${name}: reading…`);
      const result = await read(call, blob);
      results.push({ file: name, result });
      if (out.isJson) continue;
      if (sources.length > 1) out.line(out.style('bold', `== ${name}`));
      if (result.success) out.line(result.text);
      else out.note(`${name}: ${result.error ?? 'no text was found'}`);
      const warnings = result.success && 'warnings' in result ? (result.warnings ?? []) : [];
      for (const warning of warnings) out.note(`${name}: ${warning}`);
    }
    if (out.isJson) out.json(sources.length === 1 ? results[0]?.result : results);
    return results.every(({ result }) => result.success) ? exitCodes.ok : exitCodes.failed;
  },
};

async function sourcesOf(call: Call): Promise<Array<{ name: string; blob: Blob }>> {
  if (call.arguments.length > 0) {
    return Promise.all(
      call.arguments.map(async (name) => {
        needFile(name);
        return { name, blob: await openAsBlob(name) };
      }),
    );
  }
  const piped = await readPipe(call.io);
  if (!piped) throw new UsageError('A file is missing');
  return [{ name: 'stdin', blob: new Blob([piped]) }];
}

async function read(call: Call, blob: Blob): Promise<OcrResult | OcrPdfResult | OcrPdfRun> {
  const { client, values, io } = call;
  const head = await blob.slice(0, 1024).text();
  const options = { signal: io.signal };
  if (!head.includes('%PDF-')) return client().ocr.image(blob, options);
  const settings = {
    max_pages: values.whole('max-pages'),
    dpi: values.whole('dpi'),
    password: values.text('password'),
  };
  return values.has('background') ? wait(call, blob, settings) : client().ocr.pdf(blob, settings, options);
}

/** Whoever leaves ends the work. */
async function wait({ client, out, io }: Call, blob: Blob, settings: object): Promise<OcrPdfRun> {
  const { ocr } = client();
  const { ocr_id: id } = await ocr.startPdf(blob, settings, { signal: io.signal });
  try {
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      out.status(`${id}: ${done} of ${total} pages`);
    return await ocr.waitForPdf(id, { signal: io.signal, onProgress });
  } catch (error) {
    if (io.signal.aborted) await ocr.cancelPdf(id);
    throw error;
  }
}
