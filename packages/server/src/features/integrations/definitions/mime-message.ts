import type { JsonObject, JsonValue } from '@parley/contract';

/**
 * An e-mail as Gmail takes it: RFC 5322 text in base64url. Line breaks in header values are folded into spaces, so that
 * no value can add a header of its own.
 */
export function toMimeMessage(email: JsonObject): string {
  if (typeof email.raw === 'string') return email.raw;
  const lines = [
    header('To', addresses(email.to)),
    header('Cc', addresses(email.cc)),
    header('Bcc', addresses(email.bcc)),
    header('Subject', encodeWords(text(email.subject))),
    header('In-Reply-To', text(email.in_reply_to)),
    header('References', text(email.in_reply_to)),
    'MIME-Version: 1.0',
    `Content-Type: text/${email.is_html === true ? 'html' : 'plain'}; charset="UTF-8"`,
    'Content-Transfer-Encoding: base64',
    '',
    wrap(Buffer.from(text(email.body), 'utf8').toString('base64')),
  ].filter((line) => line !== null);
  return Buffer.from(lines.join('\r\n'), 'utf8').toString('base64url');
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function addresses(value: JsonValue | undefined): string {
  return (Array.isArray(value) ? value : [value])
    .map((address) => text(address))
    .filter((address) => address !== '')
    .map(encodeDisplayName)
    .join(', ');
}

function header(name: string, value: string): string | null {
  const clean = value.replaceAll(/[\r\n]+/g, ' ').trim();
  return clean === '' ? null : `${name}: ${clean}`;
}

/** RFC 2047: words beyond ASCII in pieces of at most 75 characters, never cut within a character. */
function encodeWords(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  const pieces: string[] = [];
  let piece = '';
  for (const character of value.replaceAll(/[\r\n]+/g, ' ')) {
    if (Buffer.byteLength(piece + character) > 42) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

function encodeDisplayName(address: string): string {
  const match = /^(.*)<([^<>]+)>\s*$/s.exec(address);
  if (!match) return address;
  const name = (match[1] ?? '').trim().replaceAll(/^"|"$/g, '');
  return name === ''
    ? `<${match[2]}>`
    : `${/^[\x20-\x7e]*$/.test(name) ? `"${name.replaceAll(/["\\]/g, '')}"` : encodeWords(name)} <${match[2]}>`;
}

function wrap(base64: string): string {
  return base64.match(/.{1,76}/g)?.join('\r\n') ?? '';
}
