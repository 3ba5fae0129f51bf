import { AppError } from '../../../lib/app-error.ts';

/** A 400 that names the field, in the words and with the `param` of OpenAI's errors. */
export function invalid(param: string, problem: string): AppError {
  const sentence = `${param} ${problem}`;
  return new AppError('invalid_request', sentence, { title: sentence, param });
}

/** Whether a value asks for anything. */
export const wanted = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== 0 &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

/** What would change the reply and cannot be had is refused by its name instead of left out. */
export function refuse(fields: Readonly<Record<string, unknown>>, advice: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries(fields)) {
    if (wanted(value)) throw invalid(name, `is not supported here; ${advice[name] ?? 'leave it out'}`);
  }
}

/** Fields that may have one value only: what the service does anyway. */
export function requireUsual(name: string, value: unknown, usual: string): void {
  if (value === undefined || value === null || JSON.stringify(value) === usual) return;
  throw invalid(name, `can only be ${usual} here; leave it out`);
}

type Known<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

/** The request without fields that are null: clients send null for what they leave to the service. */
export function withoutNulls<Fields extends object>(request: Fields): Known<Fields> {
  const known = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
  // Only optional fields may be null, so what is left is still the same request.
  return known as Known<Fields>;
}
