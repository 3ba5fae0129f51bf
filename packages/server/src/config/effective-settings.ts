import type { SettingInfo, SettingsReport } from '@parley/contract';
import { type Setting, settingGroups } from './settings.ts';

const secretNames = /(_KEY|_SECRET|_TOKEN|_COMMAND|_HEADERS)$/;
/** Whoever knows such an address may post to it. */
const secretAddresses = /WEBHOOK_URL$/;

/** What the service runs with, by group. Secrets are only told to be set, and addresses without what opens them. */
export function effectiveSettings(
  env: Readonly<Record<string, string | undefined>>,
  fileParts: readonly string[],
): SettingsReport['sections'] {
  const sections = settingGroups.map(({ title, settings }) => ({
    name: title,
    settings: settings.flatMap((setting) =>
      setting.name.includes('<') ? patterned(setting, env) : [told(setting, setting.name, env[setting.name])],
    ),
  }));
  const inFile = fileParts.map((name): SettingInfo => {
    const description = 'Stands in the configuration file, which may hold secrets.';
    return { name, value: true, source: 'file', description, secret: true };
  });
  return [...sections, ...(inFile.length > 0 ? [{ name: 'Configuration file', settings: inFile }] : [])];
}

/** Each variable that is set of a family, such as `INTEGRATION_<ID>_CLIENT_ID` and its like; else the family. */
function patterned(setting: Setting, env: Readonly<Record<string, string | undefined>>): SettingInfo[] {
  const start = setting.name.slice(0, setting.name.indexOf('<'));
  const names = Object.keys(env).filter((name) => name.startsWith(start));
  return [setting.name, ...names].map((name) => told(setting, name, env[name]));
}

function told({ meaning, byDefault }: Setting, name: string, value: string | undefined): SettingInfo {
  const given = value?.trim() || null;
  const secret = secretNames.test(name) || secretAddresses.test(name);
  const usual = byDefault.replaceAll('`', '') || null;
  return {
    name,
    value: secret ? (given === null ? null : true) : given === null ? typed(usual) : typed(withoutAccess(given)),
    source: given === null ? 'default' : 'environment',
    description: meaning,
    secret,
  };
}

function typed(text: string | null): SettingInfo['value'] {
  if (text === null || text === 'none') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Addresses lose user, password and query, also of a password that should have been escaped; an e-mail address stays. */
function withoutAccess(text: string): string {
  // A setting that is longer is cut where it is shown: each of these may go through it once for each of its characters.
  // bounded: what is shown of a setting, at most 2,000 characters
  return text
    .slice(0, 2_000)
    .replace(/:\/\/\S*@/, '://')
    .replace(/^[^\s@]*:[^\s@]*@/, '')
    .split(',')
    .map((part) => part.replace(/(:\/\/[^?#]*)[?#].*$/s, '$1'))
    .join(',');
}
