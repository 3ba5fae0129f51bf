export type Engine = 'reader' | 'connected';

/** One request to the service. */
export interface Request {
  method: string;
  path: string;
  /** Sent as JSON; a text is sent as it is. */
  json?: unknown;
  form?: { file: { name: string; type: string; content: string }; fields?: Record<string, string> };
  headers?: Record<string, string>;
  isAdmin?: boolean;
}

export interface Reply {
  /** 0 when there was none. */
  status: number;
  type: string;
  text: string;
}

export type Ask = (request: Request) => Promise<Reply>;

/** What the connected engine (and the web search) says next. */
export interface VendorReply {
  content?: string;
  reasoning?: string;
  /** The arguments of a call of the first tool that it was given. */
  toolArguments?: string;
  /** Answered as an error with this message. */
  error?: string;
  /** Text of each result of a web search. */
  found?: string;
}

/** One or a few requests, of which all must be answered well. */
export interface Attack {
  /** The field it comes through, as `POST /v1/answer context`. */
  field: string;
  shape: string;
  /** About how many bytes the text or body has. */
  bytes: number;
  /** Nothing else goes on beside it, for it changes what the vendor says. */
  isAlone: boolean;
  /** Made when it is sent, since thousands of texts have no room at once; another text of its kind at each try. */
  begin(attempt: number): Begun;
}

interface Begun {
  reply: VendorReply;
  send(ask: Ask): Promise<void>;
}

/** One request that was made by hand: many of something, deep nesting, schemas that multiply. */
export interface Case {
  name: string;
  field: string;
  request: Request;
  /** What the model says to it. */
  reply?: string;
}

export const nameOf = ({ field, shape, bytes }: Attack): string => `${field}: ${shape}, ${sizeName(bytes)}`;

export function sizeName(bytes: number): string {
  return bytes >= 1e6 ? `${Number((bytes / 1e6).toFixed(1))} MB` : `${Number((bytes / 1e3).toFixed(1))} kB`;
}
