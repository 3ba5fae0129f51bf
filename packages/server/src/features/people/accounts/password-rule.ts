import { AppError } from '../../../lib/app-error.ts';

const minPassword = 12;

/** Throws `invalid_request` for a password that is too easy. */
export function refuseWeak(password: string, email: string, field: string): void {
  const plain = password.toLowerCase();
  const [name = ''] = email.split('@');
  const isEasy =
    password.length < minPassword ||
    new Set(plain).size < 5 ||
    plain.includes(email) ||
    (name.length >= 4 && plain.replaceAll(name, '').length < 8);
  if (!isEasy) return;
  throw new AppError(
    'invalid_request',
    `${field} must have at least ${minPassword} characters, five different ones, and not be the e-mail address`,
    { title: `${field} is too easy to guess`, param: field },
  );
}
