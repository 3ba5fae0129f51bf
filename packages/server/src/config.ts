import { readFileSync } from 'node:fs';
import type { ConfigSource } from './config/config-source.ts';
import { type FilesConfig, readFilesConfig } from './config/files-config.ts';
import { type IntegrationsConfig, readIntegrationsConfig } from './config/integrations.ts';
import { type DefaultLimits, readLimitsConfig } from './config/limits-config.ts';
import { type MediaConfig, readMediaConfig } from './config/media.ts';
import { type ModelsConfig, readModelsConfig } from './config/models.ts';
import { type OcrConfig, readOcrConfig } from './config/ocr.ts';
import { readSearchConfig, type SearchConfig } from './config/search.ts';
import { readServerConfig, type ServerConfig } from './config/server-config.ts';
import { readStorageConfig, type StorageConfig } from './config/storage-config.ts';

/** All settings of the service, read once at start. Nothing else reads the environment. */
export interface Config {
  limits: DefaultLimits;
  server: ServerConfig;
  ocr: OcrConfig;
  models: ModelsConfig;
  media: MediaConfig;
  integrations: IntegrationsConfig;
  storage: StorageConfig;
  files: FilesConfig;
  search: SearchConfig;
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
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const problem = (setting: string, message: string) => void problems.push(`${setting}: ${message}`);
  const source: ConfigSource = { env, file: readFile(env, problem), problem };
  const config: Config = {
    limits: readLimitsConfig(source),
    server: readServerConfig(source),
    ocr: readOcrConfig(source),
    models: readModelsConfig(source),
    media: readMediaConfig(source),
    integrations: readIntegrationsConfig(source),
    storage: readStorageConfig(source),
    files: readFilesConfig(source),
    search: readSearchConfig(source),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
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
