import { readFileSync } from 'node:fs';
import type { SettingsReport } from '@parley/contract';
import { type AccountsConfig, readAccountsConfig } from './config/accounts-config.ts';
import { type BackupsConfig, readBackupsConfig } from './config/backups-config.ts';
import { type BatchConfig, readBatchConfig } from './config/batch-config.ts';
import type { ConfigSource } from './config/config-source.ts';
import { effectiveSettings } from './config/effective-settings.ts';
import { type FilesConfig, readFilesConfig } from './config/files-config.ts';
import { type IntegrationsConfig, readIntegrationsConfig } from './config/integrations.ts';
import { type DefaultLimits, readLimitsConfig } from './config/limits-config.ts';
import { type MediaConfig, readMediaConfig } from './config/media.ts';
import { type Misspelt, misspeltSettings } from './config/misspelt-settings.ts';
import { type ModelsConfig, readModelsConfig } from './config/models.ts';
import { type MoveConfig, readMoveConfig } from './config/move-config.ts';
import { type OcrConfig, readOcrConfig } from './config/ocr.ts';
import { readPromptsConfig } from './config/prompts-config.ts';
import { type RetentionConfig, readRetentionConfig } from './config/retention-config.ts';
import { readSearchConfig, type SearchConfig } from './config/search.ts';
import { readServerConfig, type ServerConfig, serverNotices } from './config/server-config.ts';
import { readStorageConfig, type StorageConfig } from './config/storage-config.ts';
import { readStreamConfig, type StreamConfig } from './config/stream-config.ts';
import { readTracingConfig, type TracingConfig } from './config/tracing-config.ts';
import { nearestName } from './lib/nearest-name.ts';

export { readBackupPlace } from './config/backups-config.ts';
export { settingGroups } from './config/settings.ts';

/** All settings of the service, read once at start. Nothing else reads the environment. */
export interface Config {
  accounts: AccountsConfig;
  limits: DefaultLimits;
  server: ServerConfig;
  ocr: OcrConfig;
  models: ModelsConfig;
  media: MediaConfig;
  integrations: IntegrationsConfig;
  storage: StorageConfig;
  backups: BackupsConfig;
  batches: BatchConfig;
  streams: StreamConfig;
  move: MoveConfig;
  files: FilesConfig;
  retention: RetentionConfig;
  search: SearchConfig;
  tracing: TracingConfig;
  /** The operator's own prompts, by name. */
  prompts: ReadonlyMap<string, string>;
  /** What the operator should know although the service starts: variables that nothing reads. */
  notices: string[];
  /** What is set and what holds, for those who look after the service. Tells no secret. */
  effectiveSettings: () => SettingsReport['sections'];
}

/** Settings that cannot be used: each problem in a line. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Every variable of our own prefix that this file and those in `config/` read. */
export const ourVariables: readonly string[] = [
  'PARLEY_ADMIN_KEY',
  'PARLEY_API_KEY',
  'PARLEY_CHECK_REPLIES',
  'PARLEY_CONFIG',
  'PARLEY_MODEL',
  'PARLEY_SECRET',
];
const fromKubernetes = /^PARLEY(?=\w+$).*?_(?:SERVICE_HOST|PORT)(?=_\w|$)/;
const defaultFile = './parley.config.json';
/** The parts of the configuration file; anything else in it is a problem, because it is most likely a typing error. */
const fileParts = new Set([
  '$schema',
  'models',
  'providers',
  'search',
  'research',
  'integrations',
  'media',
  'limits',
  'ocr',
  'embeddings',
]);

/** Reads all settings, or throws one `ConfigError` that lists every problem. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const problem = (setting: string, message: string) => void problems.push(`${setting}: ${message}`);
  const { env, read } = noteReads(given);
  const source: ConfigSource = { env, file: readFile(env, problem), problem };
  const config: Omit<Config, 'notices' | 'effectiveSettings'> = {
    accounts: readAccountsConfig(source),
    limits: readLimitsConfig(source),
    server: readServerConfig(source),
    ocr: readOcrConfig(source),
    models: readModelsConfig(source),
    media: readMediaConfig(source),
    integrations: readIntegrationsConfig(source),
    storage: readStorageConfig(source),
    backups: readBackupsConfig(source),
    batches: readBatchConfig(source),
    streams: readStreamConfig(source),
    move: readMoveConfig(source),
    files: readFilesConfig(source),
    retention: readRetentionConfig(source),
    search: readSearchConfig(source),
    tracing: readTracingConfig(source),
    prompts: readPromptsConfig(source),
  };
  const misspelt = misspeltSettings(Object.keys(given), read);
  if (given.NODE_ENV === 'production') {
    for (const { given: name, meant } of misspelt) {
      problem(name, `is not a setting and would do nothing; did you mean ${meant}? Correct the name, or take it away`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const parts = Object.keys(source.file).filter((name) => name !== '$schema');
  return {
    ...config,
    notices: [...misspelt.filter(isNotOurs).map(toNotice), ...unknownVariables(env), ...serverNotices(config.server)],
    effectiveSettings: () => effectiveSettings(env, parts),
  };
}

/** The environment, and the names that were asked for in it: the configuration file can name variables of its own. */
function noteReads(given: Readonly<Record<string, string | undefined>>) {
  const read = new Set<string>();
  const env = new Proxy(given, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name);
    },
  });
  return { env, read };
}

/** Those with our prefix are told of whatever they look like. */
const isNotOurs = ({ given }: Misspelt): boolean => !given.startsWith('PARLEY_');

const toNotice = ({ given, meant }: Misspelt): string =>
  `${given} is not a setting and does nothing; did you mean ${meant}?`;

/** Variables of ours that nothing reads are most likely typing errors. Kubernetes sets some for a service of our name. */
function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !ourVariables.includes(name) && !fromKubernetes.test(name))
    .map((name) => {
      const near = nearestName(name, ourVariables);
      return `${name} is not a setting and does nothing${near === null ? '' : `; did you mean ${near}?`}`;
    });
}

function readFile(
  env: Readonly<Record<string, string | undefined>>,
  problem: ConfigSource['problem'],
): Record<string, unknown> {
  const path = env.PARLEY_CONFIG?.trim() || defaultFile;
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (env.PARLEY_CONFIG?.trim()) problem('PARLEY_CONFIG', `${path} cannot be read (${reasonOf(error)})`);
    return {};
  }
  try {
    const parsed: unknown = JSON.parse(content);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      problem(path, 'must hold a JSON object');
      return {};
    }
    for (const name of Object.keys(parsed)) {
      if (!fileParts.has(name)) problem(path, `"${name}" is not a known part; known are ${[...fileParts].join(', ')}`);
    }
    return { ...parsed };
  } catch (error) {
    problem(path, `is not valid JSON (${reasonOf(error)})`);
    return {};
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
