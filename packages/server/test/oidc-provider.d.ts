declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Token {
    accountId: string;
    grantId: string;
    isValid: boolean;
    destroy(): Promise<void>;
  }

  /** The part of the certified OAuth server that the tests use. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
    on(event: string, listener: (...values: unknown[]) => void): this;
    AccessToken: { find(value: string): Promise<Token | undefined> };
    Grant: { find(id: string): Promise<{ destroy(): Promise<void> } | undefined> };
  }
}
