import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../../lib/app-error.ts';
import type { AiSdkModel } from './ai-sdk-model.ts';

export interface AiSdkPackage {
  package: string;
  /** Given to the package's `create…` function; without any, its ready-made provider is used. */
  settings: Record<string, unknown>;
  /** Where the operator installs packages. */
  directory: string;
}

/** Loads an installed provider package and returns its way to a model. Throws `model_not_configured`. */
export async function loadAiSdkProvider(options: AiSdkPackage): Promise<(model: string) => AiSdkModel> {
  const provider = toModelFunction(pickProvider(await importPackage(options), options));
  if (provider === null) {
    throw new AppError('model_not_configured', `The package "${options.package}" is no AI SDK provider.`);
  }
  return (name) => {
    const model: unknown = provider(name);
    if (isModel(model)) return model;
    throw new AppError('model_not_configured', `The package "${options.package}" gave no language model "${name}".`);
  };
}

/** A model of another kind that the package has, such as `imageModel`. Throws `model_not_configured`. */
export async function loadAiSdkMember(options: AiSdkPackage, member: string, model: string): Promise<object> {
  const provider = pickProvider(await importPackage(options), options);
  const isHolder = (typeof provider === 'object' && provider !== null) || typeof provider === 'function';
  const create: unknown = isHolder ? Reflect.get(provider, member) : undefined;
  const made: unknown = isCallable(create) ? create.call(provider, model) : undefined;
  if (typeof made === 'object' && made !== null) return made;
  throw new AppError('model_not_configured', `The package "${options.package}" gave no ${member} "${model}".`);
}

async function importPackage({ package: name, directory }: AiSdkPackage): Promise<Record<string, unknown>> {
  try {
    return await import(name);
  } catch (error) {
    try {
      const path = createRequire(join(directory, 'package.json')).resolve(name);
      return await import(pathToFileURL(path).href);
    } catch {
      throw new AppError('model_not_configured', `The package "${name}" is not installed. Run: npm install ${name}`, {
        cause: error,
      });
    }
  }
}

/** Provider packages export `createName(settings)` and mostly `name`, a provider that reads the environment. */
function pickProvider(module: Record<string, unknown>, { settings }: AiSdkPackage): unknown {
  const create = Object.keys(module)
    .filter((name) => /^create[A-Z]/.test(name) && typeof module[name] === 'function')
    .sort((left, right) => left.length - right.length)[0];
  if (create === undefined) return null;
  const ready = module[`${create.charAt(6).toLowerCase()}${create.slice(7)}`];
  const factory = module[create];
  return Object.keys(settings).length === 0 && ready !== undefined
    ? ready
    : isCallable(factory)
      ? factory(settings)
      : null;
}

function toModelFunction(provider: unknown): ((model: string) => unknown) | null {
  if (provider === null || (typeof provider !== 'object' && typeof provider !== 'function')) return null;
  const languageModel: unknown = 'languageModel' in provider ? provider.languageModel : undefined;
  if (isCallable(languageModel)) return (model) => languageModel.call(provider, model);
  return isCallable(provider) ? (model) => provider(model) : null;
}

function isCallable(value: unknown): value is (...given: unknown[]) => unknown {
  return typeof value === 'function';
}

function isModel(value: unknown): value is AiSdkModel {
  return typeof value === 'object' && value !== null && 'doStream' in value && typeof value.doStream === 'function';
}
