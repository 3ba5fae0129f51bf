import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AuthenticationError, ConnectionError, ForbiddenError, ServerError } from '@parley/sdk';
import { serviceEntry } from '@parley/server/entry';
import type { Call, Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { findService } from '../settings.ts';

interface Finding {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

/** Less free space than this is told. */
const littleSpaceBytes = 1024 ** 3;
const configCheckMs = 30_000;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check configuration, service, database, storage, upstreams and engines',
  usage: [''],
  options: {
    'data-dir': { value: 'PATH', help: 'Default ./data (DATA_DIR)' },
  },
  notes: ['Exit code 1 when something does not work. Database, upstreams and queue need the admin key.'],
  async run(call) {
    const { out } = call;
    const findings = [checkConfiguration(call), ...checkDataDirectory(call), ...(await checkService(call))];
    if (out.isJson) out.json(findings);
    else {
      const marks = {
        ok: out.style('green', 'ok     '),
        warning: out.style('yellow', 'warning'),
        failed: out.style('red', 'FAILED '),
      };
      for (const { name, state, message } of findings) out.line(`${marks[state]}  ${name.padEnd(14)} ${message}`);
    }
    return findings.some(({ state }) => state === 'failed') ? exitCodes.failed : exitCodes.ok;
  },
};

/** Has the service itself read the configuration that this shell would give it. */
function checkConfiguration({ io: { env }, out }: Call): Finding {
  const name = 'configuration';
  try {
    const { command, args } = serviceEntry((text) => out.note(text));
    const { PARLEY_BASE_URL: _, ...rest } = env;
    const { status, stdout, stderr } = spawnSync(command, [...args, '--check-configuration'], {
      encoding: 'utf8',
      timeout: configCheckMs,
      env: rest,
    });
    const said = `${stdout}${stderr}`.trim();
    if (status !== 0) return { name, state: 'failed', message: said || 'the service could not read it' };
    return { name, state: said === '' ? 'ok' : 'warning', message: said || 'every setting can be used' };
  } catch (error) {
    return { name, state: 'warning', message: error instanceof Error ? error.message : String(error) };
  }
}

function checkDataDirectory({ values, io: { env } }: Call): Finding[] {
  if (env.DATABASE_URL && env.BLOB_URL) return [];
  const name = 'data directory';
  let folder = resolve(values.text('data-dir') ?? env.DATA_DIR ?? 'data');
  const wanted = folder;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return [{ name, state: 'failed', message: `${folder} cannot be written; choose another one with DATA_DIR` }];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const isLittle = free < littleSpaceBytes;
  const message = `${wanted}${wanted === folder ? '' : ' (not made yet)'}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return [{ name, state: isLittle ? 'warning' : 'ok', message }];
}

async function checkService(call: Call): Promise<Finding[]> {
  const { base_url } = findService(call.values, call.io.env);
  const client = call.client();
  try {
    await client.service.health({ maxRetries: 0, timeoutMs: 5_000 });
  } catch (error) {
    const reason =
      error instanceof ConnectionError ? 'nothing answers there; start it with: parley serve' : String(error);
    return [{ name: 'service', state: 'failed', message: `${base_url}: ${reason}` }];
  }
  return [
    { name: 'service', state: 'ok', message: base_url },
    ...(await checkParts(call)),
    await checkKey(call),
    ...(await checkAdmin(call)),
    ...(await checkEngines(call)),
  ];
}

async function checkParts({ client }: Call): Promise<Finding[]> {
  const parts = await client()
    .service.readiness()
    .then(
      ({ parts: found }) => found,
      (error: unknown) => (error instanceof ServerError ? error.body.parts : null),
    );
  if (typeof parts !== 'object' || parts === null)
    return [{ name: 'parts', state: 'failed', message: 'cannot be asked' }];
  return Object.entries(parts).map(([name, { ok, message }]: [string, { ok?: unknown; message?: unknown }]) => {
    const said = typeof message === 'string' ? message : undefined;
    if (ok !== true) return { name, state: 'failed', message: said ?? 'cannot be reached' };
    return { name, state: said === undefined ? 'ok' : 'warning', message: said ?? 'works' };
  });
}

async function checkKey({ client }: Call): Promise<Finding> {
  const name = 'API key';
  try {
    await client().files.list({ limit: 1 });
    return { name, state: 'ok', message: 'accepted' };
  } catch (error) {
    if (error instanceof ForbiddenError) return { name, state: 'ok', message: 'accepted, without the scope files' };
    const advice = error instanceof AuthenticationError ? '; set PARLEY_API_KEY, or start with: parley serve' : '';
    return { name, state: 'failed', message: `${error instanceof Error ? error.message : error}${advice}` };
  }
}

async function checkAdmin({ client }: Call): Promise<Finding[]> {
  try {
    const { version, node, upstreams, queue_depth } = await client().admin.health();
    return [
      { name: 'version', state: 'ok', message: `${version} on Node ${node}, ${queue_depth} jobs waiting` },
      ...upstreams.map(({ name, state, message }): Finding => {
        const isWell = state === 'closed' || state === 'ok';
        return { name: `upstream`, state: isWell ? 'ok' : 'warning', message: `${name}: ${message ?? state}` };
      }),
    ];
  } catch (error) {
    const isKey = error instanceof AuthenticationError || error instanceof ForbiddenError;
    const message = isKey ? 'set PARLEY_ADMIN_KEY to see upstreams and the queue' : String(error);
    return [{ name: 'administration', state: isKey ? 'warning' : 'failed', message }];
  }
}

/** What draws: the embedded engine has drawings of common things, and letters or leaves out the rest. */
async function checkPictures(client: Call['client']): Promise<Finding[]> {
  try {
    const models = await client().models.list();
    const engines = models
      .filter(({ architecture }) => architecture.output_modalities.includes('image'))
      .map(({ id }) => id);
    if (engines.length === 0)
      return [{ name: 'pictures', state: 'ok', message: 'no engine; set IMAGE_ENGINE for one' }];
    const advice =
      engines.join() === 'sketch'
        ? '; it draws common things only, connect a model for others: IMAGE_ENGINE and its key'
        : '';
    return [{ name: 'pictures', state: 'ok', message: `drawn by ${engines.join(', ')}${advice}` }];
  } catch (error) {
    return [{ name: 'pictures', state: 'failed', message: error instanceof Error ? error.message : String(error) }];
  }
}

async function checkEngines({ client }: Call): Promise<Finding[]> {
  const findings: Finding[] = [];
  let engine = '';
  const onResponse = (response: Response) => {
    engine = response.headers.get('x-parley-engine') ?? '';
  };
  try {
    const options = { onResponse, maxRetries: 0, timeoutMs: 60_000 };
    await client().answer.create({ query: 'What is 2 plus 2?', max_tokens: 200 }, options);
    const isReader = engine.startsWith('reader');
    const advice = isReader ? '; connect a model for what texts do not say: PARLEY_MODEL' : '';
    findings.push({ name: 'model', state: 'ok', message: `small-2 is answered by ${engine || 'its engine'}${advice}` });
  } catch (error) {
    findings.push({ name: 'model', state: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  findings.push(...(await checkPictures(client)));
  try {
    const { ocr_enabled, model, message, languages } = await client().ocr.health();
    const state = ocr_enabled ? 'ok' : 'warning';
    findings.push({ name: 'OCR', state, message: ocr_enabled ? `${model} (${languages.join(', ')})` : message });
  } catch (error) {
    findings.push({ name: 'OCR', state: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
  return findings;
}
