import { writeFile } from 'node:fs/promises';
import { type FileInfo, NotFoundError } from '@parley/sdk';
import { type Call, type Command, needed, UsageError } from '../command.ts';
import { readPipe } from '../io.ts';
import { uploadFiles } from '../upload-files.ts';

const actions = ['list', 'upload', 'show', 'text', 'download', 'reread', 'delete'] as const;

export const files: Command = {
  name: 'files',
  summary: 'Upload, list, read and delete files',
  usage: [
    'list [--limit N]',
    'upload <path>… | <address>…',
    'upload --name report.pdf < report.pdf',
    'show <id>',
    'text <id>',
    'download <id> [--output PATH]',
    'reread <id>',
    'delete <id>…',
  ],
  actions,
  options: {
    limit: { value: 'N', help: 'How many are listed (default 20)' },
    name: { value: 'NAME', help: 'Name of the file that comes through the pipe' },
    output: { value: 'PATH', short: 'o', help: 'Where the file is written (default: stdout)' },
  },
  async run(call) {
    const [action = 'list', ...rest] = call.arguments;
    switch (action) {
      case 'list':
        return list(call);
      case 'upload':
        return upload(call, rest);
      case 'show':
        return show(call, needed(rest[0], 'The id of the file'));
      case 'text':
        return call.out.line(await call.client().files.text(needed(rest[0], 'The id of the file')));
      case 'download':
        return download(call, needed(rest[0], 'The id of the file'));
      case 'reread':
        return reread(call, needed(rest[0], 'The id of the file'));
      case 'delete':
        return remove(call, rest);
      default:
        throw new UsageError(`There is no ${action}; one of ${actions.join(', ')}`);
    }
  },
};

async function list({ client, out, values }: Call): Promise<void> {
  const limit = values.whole('limit') ?? 20;
  const found: FileInfo[] = [];
  for await (const file of client().files.list({ limit: Math.min(limit, 100) })) {
    if (found.length >= limit) break;
    found.push(file);
  }
  if (out.isJson) return out.json(found);
  if (found.length === 0) return out.note('No files yet. Upload one with: parley files upload <path>');
  const rows = found.map((file) => [file.file_id, file.status, file.filename, file.processing_summary ?? '']);
  out.table([['ID', 'STATUS', 'NAME', 'CONTENT'], ...rows]);
}

async function upload(call: Call, paths: string[]): Promise<void> {
  const { client, out, io, values } = call;
  const uploaded: FileInfo[] = [];
  for (const path of paths) {
    const isAddress = /^https?:\/\//.test(path);
    if (isAddress) uploaded.push(await client().files.uploadFromUrl(path, { signal: io.signal }));
    else uploaded.push(...(await uploadFiles(call, [path])));
  }
  const piped = paths.length === 0 ? await readPipe(io) : null;
  if (paths.length === 0 && !piped) throw new UsageError('A path is missing');
  if (piped) {
    const filename = needed(values.text('name'), '--name for what comes through the pipe');
    uploaded.push(await client().files.upload(piped, { filename, signal: io.signal }));
  }
  if (out.isJson) return out.json(uploaded.length === 1 ? uploaded[0] : uploaded);
  for (const { file_id, filename, processing_summary } of uploaded) {
    out.line(file_id);
    out.note(`  ${filename}: ${processing_summary ?? 'ready'}`);
  }
}

async function show({ client, out }: Call, id: string): Promise<void> {
  const file = await client().files.get(id);
  if (out.isJson) return out.json(file);
  const rows: Array<[string, unknown]> = [
    ['id', file.file_id],
    ['name', file.filename],
    ['status', file.status],
    ['kind', file.kind],
    ['bytes', file.file_size],
    ['pages', file.pages],
    ['content', file.processing_summary],
    ['uploaded', file.created_at],
    ['expires', file.expires_at],
    ['error', file.error?.message],
  ];
  for (const [name, value] of rows) if (value !== null && value !== undefined) out.line(`${name.padEnd(9)} ${value}`);
  for (const warning of file.warnings) out.note(warning);
}

async function download({ client, out, values, io }: Call, id: string): Promise<void> {
  const bytes = Buffer.from(await (await client().files.content(id)).arrayBuffer());
  const path = values.text('output');
  if (path !== undefined) {
    await writeFile(path, bytes);
    return out.note(`${bytes.length} bytes in ${path}`);
  }
  if (out.isTerminal) throw new UsageError('A terminal cannot show this; give --output PATH, or a pipe');
  io.stdout.write(bytes);
}

async function reread({ client, out, io }: Call, id: string): Promise<void> {
  const file = await client().files.reread(id, { signal: io.signal });
  if (out.isJson) return out.json(file);
  out.line(file.file_id);
  out.note(`  ${file.filename}: ${file.processing_summary ?? file.status}`);
}

async function remove({ client, out }: Call, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new UsageError('The id of the file is missing');
  const missing: string[] = [];
  for (const id of ids) {
    try {
      await client().files.delete(id);
      out.note(`${id} is deleted`);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      missing.push(id);
    }
  }
  if (missing.length > 0) throw new Error(`There is no file ${missing.join(', ')}`);
  if (out.isJson) out.json({ deleted: ids });
}
