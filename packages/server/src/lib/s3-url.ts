/** Where an S3-compatible store is and how to speak to it. */
export interface S3Settings {
  bucket: string;
  /** Put before every key; empty or ending in `/`. */
  prefix: string;
  /** Absent: Amazon's own address for the region. */
  endpoint?: string;
  region: string;
  /** Absent: the usual AWS chain (environment, profile, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  pathStyle: boolean;
}

const parameters = ['endpoint', 'region', 'access_key_id', 'secret_access_key', 'path_style'];

/**
 * Reads `s3://bucket/prefix?endpoint=https://…&region=…&access_key_id=…&secret_access_key=…&path_style=true`; everything
 * after the bucket is optional. With an endpoint, paths are the default style, because most compatible stores want them.
 * Throws an `Error` that says what is wrong and never repeats the secret.
 */
export function readS3Url(address: string): S3Settings {
  if (!URL.canParse(address)) throw new Error('is not a URL');
  const url = new URL(address);
  if (url.protocol !== 's3:' || !url.hostname)
    throw new Error('must look like s3://bucket?endpoint=https://…&region=…');
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name));
  if (unknown.length > 0)
    throw new Error(`has the unknown parameter ${unknown.join(', ')}; known: ${parameters.join(', ')}`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\//.test(endpoint)) throw new Error('has an endpoint that is not http or https');
  const accessKeyId = url.searchParams.get('access_key_id') ?? decodeURIComponent(url.username);
  const secretAccessKey = url.searchParams.get('secret_access_key') ?? decodeURIComponent(url.password);
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    throw new Error('needs both access_key_id and secret_access_key, or neither');
  }
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  const pathStyle = url.searchParams.get('path_style');
  return {
    bucket: decodeURIComponent(url.hostname),
    prefix: path === '' ? '' : `${decodeURIComponent(path)}/`,
    ...(endpoint !== null && { endpoint }),
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    pathStyle: pathStyle === null ? endpoint !== null : pathStyle === 'true' || pathStyle === '1',
  };
}
