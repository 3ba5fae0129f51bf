import { type ConfigSource, list, text, url } from './config-source.ts';

/** What the operator set for one integration, or for all of one vendor's. */
interface IntegrationSetting {
  clientId?: string;
  clientSecret?: string;
  /** Addresses that differ from the manifest's: a server of one's own. */
  baseUrl?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
}

export interface IntegrationsConfig {
  /** By lower-case name: an integration's id, or the name of the client it shares with others. */
  settings: Record<string, IntegrationSetting>;
  /** Directory with manifests of the operator's own. */
  directory: string | undefined;
  /** Told of every changed connection; both or neither. */
  webhook: { url: string; secret: string } | undefined;
  /** Origins that users may be sent back to after a sign-in; `any` for all. Null: none is listed by the operator. */
  callbackOrigins: string[] | 'any' | null;
  /** How sure a sign-in is that whoever finishes it wants it. */
  browserBinding: 'off' | 'confirm' | 'strict';
  /** Prints the secret that seals credentials, in the place of PARLEY_SECRET. */
  keyCommand: string | undefined;
}

const fields = {
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  BASE_URL: 'baseUrl',
  AUTHORIZE_URL: 'authorizeUrl',
  TOKEN_URL: 'tokenUrl',
} as const;
const pattern = /^INTEGRATION_([A-Z][A-Z0-9_]*?)_(CLIENT_ID|CLIENT_SECRET|BASE_URL|AUTHORIZE_URL|TOKEN_URL)$/;

export function readIntegrationsConfig(source: ConfigSource): IntegrationsConfig {
  return {
    settings: settings(source),
    directory: text(source, 'INTEGRATIONS_DIR'),
    webhook: webhook(source),
    callbackOrigins: callbackOrigins(source),
    browserBinding: browserBinding(source),
    keyCommand: text(source, 'INTEGRATIONS_KEY_COMMAND'),
  };
}

function browserBinding(source: ConfigSource): IntegrationsConfig['browserBinding'] {
  const given = text(source, 'INTEGRATIONS_BROWSER_BINDING') ?? 'confirm';
  if (given === 'off' || given === 'confirm' || given === 'strict') return given;
  source.problem('INTEGRATIONS_BROWSER_BINDING', 'must be off, confirm or strict');
  return 'confirm';
}

function callbackOrigins(source: ConfigSource): IntegrationsConfig['callbackOrigins'] {
  const name = 'INTEGRATIONS_CALLBACK_ORIGINS';
  const all = list(source, name);
  if (all.length === 0) return null;
  if (all.length === 1 && all[0] === '*') return 'any';
  return all.flatMap((given) => {
    const origin = URL.canParse(given) ? new URL(given).origin : 'null';
    if (/^https?:/.test(origin)) return [origin];
    source.problem(name, 'must be origins such as https://app.example.com, separated by commas');
    return [];
  });
}

function settings(source: ConfigSource): Record<string, IntegrationSetting> {
  const result = fileSettings(source);
  for (const name of Object.keys(source.env)) {
    const match = pattern.exec(name);
    const value = match ? text(source, name) : undefined;
    if (!match || value === undefined) continue;
    const [, integration = '', field = ''] = match;
    if (!isField(field)) continue;
    const key = integration.toLowerCase();
    const checked = field.endsWith('_URL') ? url(source, name, ['https', 'http']) : value;
    if (checked !== undefined) result[key] = { ...result[key], [fields[field]]: checked };
  }
  return result;
}

/** The part `integrations` of the configuration file: `{"github": {"client_id": "…"}}`. The environment goes before it. */
function fileSettings(source: ConfigSource): Record<string, IntegrationSetting> {
  const part = source.file.integrations;
  const result: Record<string, IntegrationSetting> = {};
  if (part === undefined) return result;
  if (!isRecord(part)) {
    source.problem('integrations', 'must be an object of settings by integration');
    return result;
  }
  for (const [id, setting] of Object.entries(part)) {
    if (!isRecord(setting)) source.problem(`integrations.${id}`, 'must be an object');
    else result[id] = readSetting(source, id, setting);
  }
  return result;
}

function readSetting(source: ConfigSource, id: string, setting: Record<string, unknown>): IntegrationSetting {
  const result: IntegrationSetting = {};
  for (const [name, value] of Object.entries(setting)) {
    const field = name.toUpperCase();
    const place = `integrations.${id}.${name}`;
    if (!isField(field) || name !== name.toLowerCase()) {
      source.problem(place, `is not known; known are ${Object.keys(fields).join(', ').toLowerCase()}`);
    } else if (typeof value !== 'string' || value.trim() === '') {
      source.problem(place, 'must be a text');
    } else if (field.endsWith('_URL') && !/^https?:\/\//.test(value)) {
      source.problem(place, 'must be an address that starts with https:// or http://');
    } else {
      result[fields[field]] = value.trim();
    }
  }
  return result;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isField(name: string): name is keyof typeof fields {
  return Object.hasOwn(fields, name);
}

function webhook(source: ConfigSource): IntegrationsConfig['webhook'] {
  const address = url(source, 'INTEGRATIONS_WEBHOOK_URL', ['https', 'http']);
  const secret = text(source, 'INTEGRATIONS_WEBHOOK_SECRET');
  if (address === undefined) return undefined;
  if (secret && /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) return { url: address, secret };
  source.problem('INTEGRATIONS_WEBHOOK_SECRET', 'must be whsec_ and the base64 of 24 bytes or more, to sign webhooks');
  return undefined;
}
