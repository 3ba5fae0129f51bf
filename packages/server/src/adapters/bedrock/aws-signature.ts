import { createHash, createHmac } from 'node:crypto';

/** Of an account at AWS, or of a role that somebody took for a while. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface AwsRequest {
  method: string;
  host: string;
  /** As it goes over the wire, without a question. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** `AKIA…:SECRET`, with a session's token `ASIA…:SECRET:TOKEN`; null for anything else, such as an API key of Bedrock's. */
export function readAwsCredentials(key: string | undefined): AwsCredentials | null {
  const [, accessKeyId, secretAccessKey, sessionToken] =
    /^(A[A-Z0-9]{15,127}):([^:\s]+)(?::(\S+))?$/.exec(key ?? '') ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey, sessionToken };
}

/**
 * The headers of a request with Signature Version 4 (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html),
 * for services that encode paths twice, as all but S3 do.
 */
export function signAwsRequest(
  { method, host, path, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { region, service, now }: { region: string; service: string; now: number },
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const date = time.slice(0, 8);
  const sent: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(sent).toSorted();
  const signed = names.join(';');
  const canonical = [
    method,
    path.split('/').map(encoded).join('/'),
    '',
    ...names.map((name) => `${name}:${(sent[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed,
    sha256(body),
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const credential = `Credential=${accessKeyId}/${scope}`;
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}` };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const encoded = (part: string): string =>
  encodeURIComponent(part).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
