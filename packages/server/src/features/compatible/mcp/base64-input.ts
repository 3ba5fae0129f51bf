import { AppError } from '../../../lib/app-error.ts';

/** The bytes of a base64 input, with or without a data URI in front, white space allowed. Throws 400 naming the field. */
export function base64Input(given: string, field: string): Buffer {
  const comma = /^\s*data:/i.test(given) ? given.indexOf(',') : -1;
  const text = given.slice(comma + 1).replace(/\s+/g, '');
  if (text !== '' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new AppError('invalid_request', `${field} must be base64.`, { param: field });
}
