import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { maxFileBytes } from '../files.ts';
import { openaiTag } from './openai-fields.ts';
import { filePurposes, OpenAIFile } from './openai-file-shapes.ts';

/** OpenAI's upload, beside our own `/v1/files/upload`. */
export const createOpenAIFile = endpoint({
  id: 'createOpenAIFile',
  method: 'POST',
  path: '/v1/files',
  auth: 'files',
  tag: openaiTag,
  summary: "OpenAI's upload of a file",
  description:
    'The same files as those of `/v1/files/upload`. OpenAI’s client libraries get lists, single files and deletions in their own shape, too.',
  errorShape: 'openai',
  otherBodies: {
    'multipart/form-data': Type.Object({
      file: Type.String({ format: 'binary' }),
      purpose: Type.Enum(filePurposes),
      'expires_after[seconds]': Type.Optional(Type.Integer({ minimum: 3600, maximum: 2_592_000 })),
    }),
  },
  bodyLimit: maxFileBytes + 1024 * 1024,
  responses: { 200: OpenAIFile },
  idempotent: true,
});
