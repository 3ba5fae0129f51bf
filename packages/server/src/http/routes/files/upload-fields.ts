import { AppError } from '../../../lib/app-error.ts';

export interface UploadFields {
  filename?: string;
  expiresInSeconds?: number;
  waitMs?: number;
  userId?: string;
}

const longestFilename = 500;
const longestUser = 255;

/** The plain fields beside the file in a form; they are text, so they are checked here. */
export function readUploadFields(fields: Readonly<Record<string, string>>): UploadFields {
  const filename = fields.filename?.trim();
  const expiresInSeconds = wholeNumber(fields, 'expires_in', 60, 315_360_000);
  const waitMs = wholeNumber(fields, 'wait_ms', 0, 60_000);
  const userId = (fields.user_id ?? fields.user)?.trim();
  return {
    ...(userId && { userId: userId.slice(0, longestUser) }),
    ...(filename && { filename: filename.slice(0, longestFilename) }),
    ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    ...(waitMs !== undefined && { waitMs }),
  };
}

export function wholeNumber(
  fields: Readonly<Record<string, string>>,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const given = fields[name]?.trim();
  if (given === undefined || given === '') return undefined;
  const value = Number(given);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AppError('invalid_request', `${name} must be a whole number from ${min} to ${max}`, {
    title: `${name} is not valid`,
    param: name,
  });
}
