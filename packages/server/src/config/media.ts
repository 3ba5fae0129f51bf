import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';
import { type MediaSettings, type MediaVendorType, mediaVendors, mediaVendorTypes } from '../vendors/media-vendors.ts';
import { type ConfigSource, integer, text, url } from './config-source.ts';

const Price = Type.Object(
  {
    cost_usd: Type.Optional(
      Type.Number({ minimum: 0, description: 'What a workspace is charged; default: the same.' }),
    ),
    upstream_cost_usd: Type.Number({ minimum: 0, description: "The vendor's price: of a picture, or of a second." }),
  },
  { additionalProperties: false },
);

const Provider = Type.Object(
  {
    type: Type.Optional(Type.Enum([...mediaVendorTypes])),
    base_url: Type.Optional(Type.String({ pattern: '^https?://' })),
    api_key: Type.Optional(Type.String({ minLength: 1 })),
    api_key_env: Type.Optional(Type.String({ minLength: 1 })),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    package: Type.Optional(Type.String()),
    settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    workflow: Type.Optional(
      Type.String({ description: 'For ComfyUI: a file with a workflow in API format; see the guide for its marks.' }),
    ),
  },
  { additionalProperties: false },
);

const MediaPart = Type.Object(
  {
    image: Type.Optional(Type.String({ description: '`provider/model`, `sketch` or `none`.' })),
    video: Type.Optional(Type.String()),
    more_images: Type.Optional(Type.Array(Type.String(), { maxItems: 50, description: 'Further engines by name.' })),
    more_videos: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
    providers: Type.Optional(Type.Record(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$' }), Provider)),
    prices: Type.Optional(Type.Record(Type.String(), Price)),
    moderation: Type.Optional(
      Type.Object(
        {
          use_default_terms: Type.Optional(Type.Boolean()),
          blocked_terms: Type.Optional(Type.Array(Type.String({ minLength: 2 }), { maxItems: 5000 })),
          provider: Type.Optional(Type.String({ description: 'An OpenAI-compatible provider to ask, or `none`.' })),
          model: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export interface MediaProviderSettings extends MediaSettings {
  type: MediaVendorType;
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
}

export interface MediaConfig {
  /** What serves requests without a model; null: switched off. */
  image: string | null;
  video: string | null;
  moreImages: string[];
  moreVideos: string[];
  providers: MediaProviderSettings[];
  prices: Record<string, { costUsd: number; upstreamCostUsd: number }>;
  moderation: { useDefaultTerms: boolean; blockedTerms: string[]; provider: string | null; model: string | undefined };
  imageTimeoutMs: number;
  videoTimeoutMs: number;
  videoSeconds: number;
  processes: number;
  /** Whether films may be handed to ffmpeg: only then may their processes start programs. */
  hasFfmpeg: boolean;
}

type Part = Static<typeof MediaPart>;

export function readMediaConfig(source: ConfigSource): MediaConfig {
  const part = readPart(source);
  const providers = [...fromEnvironment(source, part), ...fromFile(source, part)];
  const image = engineName(source, 'IMAGE_ENGINE', part.image, providers);
  const video = engineName(source, 'VIDEO_ENGINE', part.video, providers);
  for (const name of [...(part.more_images ?? []), ...(part.more_videos ?? [])])
    checkEngine(source, 'media', name, providers);
  const { moderation = {} } = part;
  const asked =
    moderation.provider ??
    (providers.some(({ id }) => id === 'openai') && usesVendor(image, video) ? 'openai' : 'none');
  if (asked !== 'none' && !providers.some(({ id }) => id === asked)) {
    source.problem('media.moderation.provider', `"${asked}" is no media provider that is set up`);
  }
  const prices = Object.entries(part.prices ?? {}).map(([name, price]) => [
    name,
    { costUsd: price.cost_usd ?? price.upstream_cost_usd, upstreamCostUsd: price.upstream_cost_usd },
  ]);
  return {
    image,
    video,
    moreImages: part.more_images ?? [],
    moreVideos: part.more_videos ?? [],
    providers,
    prices: Object.fromEntries(prices),
    moderation: {
      useDefaultTerms: moderation.use_default_terms ?? true,
      blockedTerms: moderation.blocked_terms ?? [],
      provider: asked === 'none' ? null : asked,
      model: moderation.model,
    },
    imageTimeoutMs: integer(source, 'IMAGE_TIMEOUT_MS', { default: 300_000, min: 100, max: 3_600_000 }),
    videoTimeoutMs: integer(source, 'VIDEO_TIMEOUT_MS', { default: 600_000, min: 100, max: 3_600_000 }),
    videoSeconds: integer(source, 'VIDEO_SECONDS', { default: 8, min: 1, max: 60 }),
    processes: integer(source, 'MEDIA_PROCESSES', { default: 2, min: 1, max: 64 }),
    hasFfmpeg: isOnPath(source.env.PATH, 'ffmpeg'),
  };
}

const isOnPath = (path: string | undefined, program: string): boolean =>
  (path ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

const usesVendor = (...engines: (string | null)[]): boolean => engines.some((engine) => engine?.includes('/') ?? false);

function readPart(source: ConfigSource): Part {
  const value = source.file.media;
  if (value === undefined) return {};
  const validate = new Ajv({ allErrors: true, strict: false }).compile<Part>(MediaPart);
  if (validate(value)) return value;
  for (const error of validate.errors ?? []) source.problem(`media${error.instancePath}`, error.message ?? 'is wrong');
  return {};
}

function fromEnvironment(source: ConfigSource, part: Part): MediaProviderSettings[] {
  return mediaVendorTypes.flatMap((id) => {
    const { known } = mediaVendors[id];
    if (known === undefined || part.providers?.[id] !== undefined) return [];
    const given = url(source, known.urlName, ['http', 'https']);
    const apiKey = known.keyNames.map((name) => text(source, name)).find((key) => key !== undefined);
    if (apiKey === undefined && given === undefined) return [];
    const none = { headers: {}, package: undefined, settings: {}, workflow: text(source, 'COMFYUI_WORKFLOW') };
    return [{ id, type: id, baseUrl: given ?? known.baseUrl, apiKey, ...none }];
  });
}

function fromFile(source: ConfigSource, part: Part): MediaProviderSettings[] {
  return Object.entries(part.providers ?? {}).map(([id, provider]) => {
    const own = mediaVendorTypes.find((type) => type === id && mediaVendors[type].known !== undefined);
    const known = own === undefined ? undefined : mediaVendors[own].known;
    const type = provider.type ?? own ?? (provider.package === undefined ? 'openai' : 'ai-sdk');
    const keyName = provider.api_key_env ?? known?.keyNames.find((name) => text(source, name) !== undefined);
    const where = `media.providers.${id}`;
    const baseUrl = provider.base_url ?? known?.baseUrl ?? '';
    if (type === 'ai-sdk' ? provider.package === undefined : baseUrl === '') {
      source.problem(where, type === 'ai-sdk' ? 'of type ai-sdk needs "package"' : 'needs "base_url"');
    }
    return {
      id,
      type,
      baseUrl,
      apiKey: provider.api_key ?? (keyName === undefined ? undefined : text(source, keyName)),
      headers: provider.headers ?? {},
      package: provider.package,
      settings: provider.settings ?? {},
      workflow: provider.workflow,
    };
  });
}

/** The variable over the file over `sketch`. A vendor is never chosen by its key alone: pictures cost money. */
function engineName(
  source: ConfigSource,
  variable: string,
  fromPart: string | undefined,
  providers: MediaProviderSettings[],
): string | null {
  const name = text(source, variable) ?? fromPart ?? 'sketch';
  if (name === 'none') return null;
  checkEngine(source, variable, name, providers);
  return name;
}

function checkEngine(source: ConfigSource, where: string, name: string, providers: MediaProviderSettings[]): void {
  if (name === 'sketch') return;
  const [id = '', ...model] = name.split('/');
  if (model.join('/') === '')
    source.problem(where, `"${name}" is not of the form provider/model, and is not sketch or none`);
  else if (!providers.some((provider) => provider.id === id))
    source.problem(where, `the provider "${id}" of "${name}" has neither key nor address`);
}
