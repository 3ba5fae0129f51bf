import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { PictureWarnings } from '../media.ts';
import { engineWishes } from '../routing/routing-fields.ts';
import { openaiTag, optional } from './openai-fields.ts';

const sizes = [
  'auto',
  '256x256',
  '512x512',
  '1024x1024',
  '1536x1024',
  '1024x1536',
  '1792x1024',
  '1024x1792',
  '1920x1080',
  '1080x1920',
  '1024x768',
  '768x1024',
] as const;

export const OpenAIImageRequest = Type.Object(
  {
    prompt: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }),
    model: optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'One of the media models of `GET /v1/models`.' }),
    ),
    n: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Pictures; each is drawn and paid for.' })),
    ...engineWishes,
    size: optional(Type.Enum(sizes, { description: 'Default and `auto`: 1024x1024.' })),
    response_format: optional(
      Type.Enum(['url', 'b64_json'], { description: 'Default: both. An address works without a key for one hour.' }),
    ),
    output_format: optional(Type.Enum(['png', 'jpeg', 'webp'], { description: 'Default `png`; `webp` is refused.' })),
    output_compression: optional(
      Type.Integer({ minimum: 0, maximum: 100, description: '100; anything else is refused.' }),
    ),
    quality: optional(
      Type.Enum(['auto', 'standard', 'low', 'medium', 'high', 'hd'], {
        description: '`auto`, `standard` or `medium`: engines here have one quality. Anything else is refused.',
      }),
    ),
    background: optional(
      Type.Enum(['auto', 'opaque', 'transparent'], { description: '`transparent` is refused: pictures are opaque.' }),
    ),
    style: optional(Type.Enum(['vivid', 'natural'], { description: '`vivid`; `natural` is refused.' })),
    moderation: optional(Type.Enum(['auto', 'low'], { description: '`low` is more tolerant.' })),
    stream: optional(Type.Boolean()),
    partial_images: optional(
      Type.Integer({ minimum: 0, maximum: 3, description: 'Ignored: a stream has finished pictures alone.' }),
    ),
    user: optional(Type.String({ description: 'Accepted and ignored: it changes nothing in the reply.' })),
  },
  { $id: 'OpenAIImageRequest' },
);
export type OpenAIImageRequest = Static<typeof OpenAIImageRequest>;

const ImageUsage = Type.Object({
  total_tokens: Type.Integer(),
  input_tokens: Type.Integer({ description: 'Where the engine counts tokens, else 0.' }),
  output_tokens: Type.Integer(),
  input_tokens_details: Type.Object({ text_tokens: Type.Integer(), image_tokens: Type.Integer() }),
});

const picture = {
  background: Type.Literal('opaque'),
  output_format: Type.Enum(['png', 'jpeg']),
  quality: Type.Literal('medium'),
  size: Type.String(),
  usage: ImageUsage,
};

export const OpenAIImages = Type.Object(
  {
    created: Type.Integer({ description: 'Seconds since 1970.' }),
    data: Type.Array(
      Type.Object({
        b64_json: Type.Optional(Type.String()),
        url: Type.Optional(Type.String()),
        revised_prompt: Type.Optional(
          Type.String({ description: 'What was drawn, when that is not the prompt itself.' }),
        ),
      }),
    ),
    ...picture,
    model: Type.String({ description: 'What drew them. `sketch` is a drawing program, not a diffusion model.' }),
    warnings: Type.Optional(PictureWarnings),
  },
  { $id: 'OpenAIImages' },
);
export type OpenAIImages = Static<typeof OpenAIImages>;

export const OpenAIImageEvent = Type.Union(
  [
    Type.Object({
      type: Type.Literal('image_generation.completed'),
      b64_json: Type.String(),
      created_at: Type.Integer(),
      ...picture,
    }),
    Type.Object({
      type: Type.Literal('error'),
      error: Type.Object({
        message: Type.String(),
        type: Type.String(),
        param: Type.Union([Type.String(), Type.Null()]),
        code: Type.String(),
      }),
    }),
  ],
  { $id: 'OpenAIImageEvent' },
);
export type OpenAIImageEvent = Static<typeof OpenAIImageEvent>;

/** Pictures in the shape of OpenAI. */
export const createOpenAIImage = endpoint({
  id: 'createOpenAIImage',
  method: 'POST',
  path: '/v1/images/generations',
  auth: 'media',
  tag: openaiTag,
  summary: "OpenAI's image generation",
  body: OpenAIImageRequest,
  responses: { 200: OpenAIImages },
  event: OpenAIImageEvent,
  errorShape: 'openai',
  idempotent: true,
  problems: { '/prompt': 'prompt is required' },
  example: { prompt: 'a red boat on the sea', size: '1024x1024', response_format: 'url' },
});

/** What the pictures of one call may take together, in bytes. */
export const mostImageBytes = 50 * 1024 * 1024;

const Picture = Type.String({ format: 'binary', description: 'PNG, JPEG or WebP; 50 MB for all of a call.' });
const { model, n, size, response_format } = OpenAIImageRequest.properties;
const ofForms = {
  auth: 'media',
  tag: openaiTag,
  errorShape: 'openai',
  bodyLimit: mostImageBytes + 1024 * 1024,
} as const;
const byVendors =
  'By engines of pictures that can: those of vendors with OpenAI’s address for it. The embedded `sketch` cannot, and says so with 400.';

/** Pictures made of pictures, in the shape of OpenAI. */
export const imageForms = {
  createImageEdit: endpoint({
    ...ofForms,
    id: 'createImageEdit',
    method: 'POST',
    path: '/v1/images/edits',
    summary: "OpenAI's image edits",
    description: byVendors,
    otherBodies: {
      'multipart/form-data': Type.Object({
        'image[]': Type.Array(Picture, { description: 'One to sixteen; `image` for one.' }),
        mask: Type.Optional(Picture),
        prompt: Type.String({ minLength: 1, maxLength: 4000 }),
        model,
        n,
        size,
        response_format,
        output_format: OpenAIImageRequest.properties.output_format,
        moderation: OpenAIImageRequest.properties.moderation,
      }),
    },
    responses: { 200: OpenAIImages },
  }),
  createImageVariation: endpoint({
    ...ofForms,
    id: 'createImageVariation',
    method: 'POST',
    path: '/v1/images/variations',
    summary: "OpenAI's image variations",
    description: byVendors,
    otherBodies: { 'multipart/form-data': Type.Object({ image: Picture, model, n, size, response_format }) },
    responses: { 200: OpenAIImages },
  }),
};
