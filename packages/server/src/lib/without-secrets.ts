const names =
  '(?:[\\w-]*[_-])?(?:api[_-]?key|password|passphrase|secret|authorization|credentials?|cookie|token|confirm|proof|signature|private[_-]?key)';
/** A value under a name that holds secrets, at any depth of JSON inside of JSON; the last one may be cut off. */
const namedValue = new RegExp(`(?<!\\\\)(\\\\*)"(${names})\\1"(\\s*:\\s*)\\1"(?:.*?)(?:(?<!\\\\)\\1"|$)`, 'gis');
/** In addresses, such as our own signed ones. */
const inAddress =
  /([?&](?:token|sig|signature|code|state|key|api_key|access_token|proof|x-amz-[a-z-]+)=)[^&\s"'\\<>)#]+/gi;
/** What keys and tokens look like: ours, and those of the usual vendors. */
const shapes = [
  /\bparley_[A-Za-z0-9]{8}_[A-Za-z0-9]{10,}/g,
  /\b(?:sk|pk|rk|xai|gsk)[-_][\w-]{16,}/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ(?:(?!\beyJ)[\w-]){8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?<=(?:Bearer|Basic) )[\w.~+/-]{12,}=*/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs,
];
const removed = '[removed]';

/** A text in which what looks like a secret, and what `known` names, is replaced: for logs that people read. */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  let result = text.replace(namedValue, `$1"$2$1"$3$1"${removed}$1"`).replace(inAddress, `$1${removed}`);
  for (const shape of shapes) result = result.replace(shape, removed);
  for (const secret of known) if (secret.length >= 8) result = result.replaceAll(secret, removed);
  return result;
}
