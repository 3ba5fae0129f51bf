import Type, { type Static } from 'typebox';
import { dashboardTags } from './dashboard/dashboard-tags.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, page } from './page.ts';

/** Pixels of each aspect ratio. */
export const imageSizes = {
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1920, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
  '4:3': { width: 1024, height: 768 },
  '3:4': { width: 768, height: 1024 },
  '21:9': { width: 2560, height: 1080 },
  '9:21': { width: 1080, height: 2560 },
} as const;
export type AspectRatio = keyof typeof imageSizes;
export const aspectRatios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const;

/** Pixels of each video size. */
export const videoSizes = {
  '1280x720': { width: 1280, height: 720 },
  '720x1280': { width: 720, height: 1280 },
  '1920x1080': { width: 1920, height: 1080 },
  '1080x1920': { width: 1080, height: 1920 },
  '1024x1024': { width: 1024, height: 1024 },
} as const;
export type VideoSize = keyof typeof videoSizes;
const videoSizeNames = ['1280x720', '720x1280', '1920x1080', '1080x1920', '1024x1024'] as const;

/** The largest picture that `input_reference` may hold, in bytes. */
export const maxReferenceBytes = 10 * 1024 * 1024;
/** That picture as base64, and the rest of the request. */
const videoBodyLimit = 15 * 1024 * 1024;

const EngineModel = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'One of the media models of `GET /v1/models`.' }),
);
const SafetyTolerance = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 6, default: 2, description: '0 is the strictest, 6 the most tolerant.' }),
);

export const GenerateImageRequest = Type.Object(
  {
    prompt: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
    aspect_ratio: Type.Optional(
      Type.Enum(aspectRatios, {
        default: '16:9',
        description:
          'Pixels: 1:1 1024x1024, 16:9 1920x1080, 9:16 1080x1920, 4:3 1024x768, 3:4 768x1024, 21:9 2560x1080, 9:21 1080x2560.',
      }),
    ),
    output_format: Type.Optional(Type.Enum(['jpeg', 'png'], { default: 'jpeg' })),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'Drawn at random when it is left out.' }),
    ),
    prompt_upsampling: Type.Optional(
      Type.Boolean({ default: false, description: 'Let the engine add to the prompt; see `revised_prompt`.' }),
    ),
    safety_tolerance: SafetyTolerance,
    model: EngineModel,
  },
  { $id: 'GenerateImageRequest' },
);
export type GenerateImageRequest = Static<typeof GenerateImageRequest>;

/** Of pictures in every shape of the API. */
export const PictureWarnings = Type.Array(Type.String(), {
  description: 'What of the prompt was not drawn, and fields that are not known.',
});

export const GeneratedImage = Type.Object(
  {
    success: Type.Literal(true),
    image_url: Type.String({ description: 'Works without a key for one hour.' }),
    image_base64: Type.String(),
    request_id: Type.String(),
    seed: Type.Integer(),
    revised_prompt: Type.Optional(Type.String({ description: 'What was drawn, when that is not the prompt itself.' })),
    model: Type.String({ description: 'What drew it. `sketch` is a drawing program, not a diffusion model.' }),
    width: Type.Integer(),
    height: Type.Integer(),
    warnings: Type.Optional(PictureWarnings),
  },
  { $id: 'GeneratedImage' },
);
export type GeneratedImage = Static<typeof GeneratedImage>;

export const GenerateVideoRequest = Type.Object(
  {
    prompt: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
    size: Type.Optional(Type.Enum(videoSizeNames, { default: '1280x720' })),
    input_reference: Type.Optional(
      Type.String({ minLength: 1, description: 'The first frame: an image as base64 or data URI, at most 10 MB.' }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    safety_tolerance: SafetyTolerance,
    response: Type.Optional(
      Type.Enum(['data', 'url'], { default: 'data', description: '`url`: a signed address instead of a data URI.' }),
    ),
    background: Type.Optional(Type.Boolean({ description: 'Answer 202 at once, then poll.' })),
    model: EngineModel,
  },
  { $id: 'GenerateVideoRequest' },
);
export type GenerateVideoRequest = Static<typeof GenerateVideoRequest>;

const videoFields = {
  video_url: Type.String({ description: 'A data URI of an MP4, or an address that works without a key for one hour.' }),
  duration: Type.Number({ description: 'Seconds.' }),
  seed: Type.Integer(),
  model: Type.String({ description: 'What made it. `sketch` is a drawing program, not a diffusion model.' }),
};

export const GeneratedVideo = Type.Object(
  {
    success: Type.Literal(true),
    video_id: Type.String(),
    status: Type.Literal('completed'),
    prompt: Type.String(),
    ...videoFields,
  },
  { $id: 'GeneratedVideo' },
);
export type GeneratedVideo = Static<typeof GeneratedVideo>;

export const videoStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type VideoStatus = (typeof videoStatuses)[number];

export const VideoProgress = Type.Object(
  {
    step: Type.String({ description: '`queued`, `rendering` or `ended`.' }),
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
  },
  { $id: 'VideoProgress' },
);
export type VideoProgress = Static<typeof VideoProgress>;

export const VideoRun = Type.Object(
  {
    success: Type.Boolean(),
    video_id: Type.String(),
    status: Type.Enum(videoStatuses),
    prompt: Type.String(),
    progress: VideoProgress,
    created_at: Type.String({ format: 'date-time' }),
    finished_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    ...Type.Partial(Type.Object(videoFields)).properties,
    error: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
  },
  { $id: 'VideoRun', description: '`video_url` is there while the video is kept: one hour after it was made.' },
);
export type VideoRun = Static<typeof VideoRun>;

const orNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const MediaItem = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['image', 'video']),
    status: Type.Enum(videoStatuses, { description: 'Pictures are listed once they are drawn.' }),
    prompt: Type.String(),
    revised_prompt: orNull(Type.String(), 'What was drawn, when that is not the prompt itself.'),
    model: orNull(Type.String(), 'What made it; of a video that is not made yet, what was asked for.'),
    seed: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
    format: Type.Enum(['jpeg', 'png', 'mp4']),
    duration: orNull(Type.Number(), 'Seconds of a video.'),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Per cent.' }),
    cost_usd: orNull(Type.Number(), 'What the workspace was charged; null while nothing was.'),
    request_id: Type.String({ description: 'Of the call that asked for it.' }),
    url: orNull(Type.String(), 'Works without a key for one hour after it was made; null before and after.'),
    expires_at: orNull(Type.String({ format: 'date-time' }), 'When the address ends to work.'),
    error: orNull(Type.String(), 'Why it failed.'),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'MediaItem' },
);
export type MediaItem = Static<typeof MediaItem>;

const VideoParams = Type.Object({ id: Type.String() });
const tag = 'Images and video';
const problems = { '/': 'Request body required', '/*': 'Invalid request' };

export const mediaEndpoints = {
  generateImage: endpoint({
    id: 'generateImage',
    method: 'POST',
    path: '/v1/generate-image',
    auth: 'media',
    tag,
    summary: 'Draw a picture from words',
    body: GenerateImageRequest,
    responses: { 200: GeneratedImage },
    idempotent: true,
    problems,
    example: { prompt: 'three red sailing boats on a calm sea at sunset', aspect_ratio: '16:9', seed: 7 },
  }),
  generateVideo: endpoint({
    id: 'generateVideo',
    method: 'POST',
    path: '/v1/generate-video',
    auth: 'media',
    tag,
    summary: 'Make a video from words',
    description: 'The answer takes as long as the making. Where connections are cut, use `background` and poll.',
    body: GenerateVideoRequest,
    bodyLimit: videoBodyLimit,
    responses: { 200: GeneratedVideo, 202: VideoRun },
    idempotent: true,
    problems,
    example: { prompt: 'snow falls on a mountain village at night', size: '1280x720', background: true },
  }),
  getVideo: endpoint({
    id: 'getVideo',
    method: 'GET',
    path: '/v1/generate-video/{id}',
    auth: 'media',
    tag,
    summary: 'Look at a video in the making',
    params: VideoParams,
    responses: { 200: VideoRun },
  }),
  cancelVideo: endpoint({
    id: 'cancelVideo',
    method: 'POST',
    path: '/v1/generate-video/{id}/cancel',
    auth: 'media',
    tag,
    summary: 'Cancel a video',
    params: VideoParams,
    responses: { 200: VideoRun },
  }),
  listMedia: endpoint({
    id: 'listMedia',
    method: 'GET',
    path: '/v1/media',
    auth: 'media',
    tag: dashboardTags.gallery,
    summary: 'List the pictures and videos of the workspace, newest first',
    description: 'With what they were made from. They are listed for 30 days; their files are kept for one hour.',
    query: Type.Object({ ...PageQuery.properties, kind: Type.Optional(Type.Enum(['image', 'video'])) }),
    responses: { 200: page(MediaItem) },
  }),
  getMediaItem: endpoint({
    id: 'getMediaItem',
    method: 'GET',
    path: '/v1/media/{id}',
    auth: 'media',
    tag: dashboardTags.gallery,
    summary: 'Look at one picture or video',
    params: VideoParams,
    responses: { 200: MediaItem },
  }),
  getMedia: endpoint({
    id: 'getMedia',
    method: 'GET',
    path: '/v1/media/{id}/{name}',
    auth: 'none',
    tag,
    summary: 'Fetch a picture or video',
    description: 'The signed address from an answer; it needs no key and takes `Range`.',
    params: Type.Object({ id: Type.String(), name: Type.String() }),
    query: Type.Object({ token: Type.String() }),
    responses: { 200: null, 206: null },
    contentType: 'application/octet-stream',
  }),
};
