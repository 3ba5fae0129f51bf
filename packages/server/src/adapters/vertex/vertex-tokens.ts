import { createSign } from 'node:crypto';
import { isJsonObject } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { UpstreamClient } from '../../outbound/model-http/upstream-client.ts';

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const usualTokenAddress = 'https://oauth2.googleapis.com/token';
/** As long as Google lets an assertion hold. */
const assertionSeconds = 3_600;
/** A token is renewed so long before it ends. */
const marginMs = 60_000;

interface ServiceAccount {
  clientEmail: string;
  privateKey: string;
  tokenAddress: string;
  projectId: string | undefined;
}

/** The JSON file of a service account, as far as it is needed; null for anything else. */
export function readServiceAccount(json: string | undefined): ServiceAccount | null {
  let account: unknown;
  try {
    account = JSON.parse(json ?? '');
  } catch {
    return null;
  }
  if (!isJsonObject(account)) return null;
  const { client_email, private_key, token_uri, project_id } = account;
  if (typeof client_email !== 'string' || typeof private_key !== 'string') return null;
  return {
    clientEmail: client_email,
    privateKey: private_key,
    tokenAddress: typeof token_uri === 'string' ? token_uri : usualTokenAddress,
    projectId: typeof project_id === 'string' ? project_id : undefined,
  };
}

/**
 * Access tokens of a service account: a signed assertion is exchanged for one, which is kept until shortly before it ends
 * (https://developers.google.com/identity/protocols/oauth2/service-account#httprest).
 */
export class VertexTokens {
  readonly #account: ServiceAccount | null;
  readonly #client: UpstreamClient;
  readonly #now: () => number;
  #token: { value: string; until: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor({
    json,
    client,
    now = Date.now,
  }: { json: string | undefined; client: UpstreamClient; now?: () => number }) {
    this.#account = readServiceAccount(json);
    this.#client = client;
    this.#now = now;
  }

  /** Callers who come at once share one exchange. Throws `upstream_unauthorized` when Google gives none. */
  token(): string | Promise<string> {
    if (this.#token && this.#token.until > this.#now()) return this.#token.value;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<string> {
    if (this.#account === null) throw refused(new Error('the key is no JSON of a service account'));
    try {
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signed(this.#account, Math.floor(this.#now() / 1_000)),
      };
      const answer = await this.#client.postForm(this.#account.tokenAddress, form, AbortSignal.timeout(20_000));
      if (!isJsonObject(answer) || typeof answer.access_token !== 'string') throw new Error('the answer has no token');
      const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : assertionSeconds;
      this.#token = { value: answer.access_token, until: this.#now() + seconds * 1_000 - marginMs };
      return answer.access_token;
    } catch (error) {
      throw refused(error);
    }
  }
}

function signed({ clientEmail, privateKey, tokenAddress }: ServiceAccount, nowSeconds: number): string {
  const claims = { iss: clientEmail, scope, aud: tokenAddress, iat: nowSeconds, exp: nowSeconds + assertionSeconds };
  const body = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
}

const refused = (cause: unknown): AppError =>
  new AppError('upstream_unauthorized', 'The model provider refused the credentials of this service.', { cause });
