const keyPattern = /^[a-zA-Z0-9_-][a-zA-Z0-9._-]*(?:\/[a-zA-Z0-9_-][a-zA-Z0-9._-]*)*$/;
const maxKeyLength = 700;

/** Throws for a key that could leave its place: empty, dot and hidden segments, backslashes, anything unusual. */
export function checkBlobKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) throw new TypeError(`not a blob key: ${JSON.stringify(key)}`);
}

/** The same for a prefix, which ends in `/`. */
export function checkBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new TypeError(`a blob prefix ends in "/": ${JSON.stringify(prefix)}`);
  checkBlobKey(prefix.slice(0, -1));
}
