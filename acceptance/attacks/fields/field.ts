import type { Ask, Engine, VendorReply } from '../attack.ts';

/** A place where a caller (or a vendor) can put a text of any kind. */
export interface Field {
  /** As `POST /v1/answer context`. */
  name: string;
  /** The engines for which it makes a difference. */
  engines: readonly Engine[];
  /** The longest text that is not refused for its length alone, in letters. */
  longest?: number;
  /** What the vendor says, where the text comes from there. */
  reply?: (text: string) => VendorReply;
  /** One or a few requests that bring the text in and have the service work on it. */
  send(text: string, ask: Ask): Promise<void>;
}

export const both: readonly Engine[] = ['reader', 'connected'];
export const eitherOne: readonly Engine[] = ['reader'];

/** A field of a request in JSON; `as` is the path without ids. */
export function posted(
  name: string,
  path: string,
  body: (text: string) => unknown,
  options: { engines?: readonly Engine[]; longest?: number; isAdmin?: boolean; as?: string } = {},
): Field {
  const { engines = both, longest, isAdmin = false, as = path } = options;
  return {
    name: `POST ${as} ${name}`,
    engines,
    ...(longest === undefined ? {} : { longest }),
    send: async (text, ask) => {
      await ask({ method: 'POST', path, json: body(text), isAdmin });
    },
  };
}
