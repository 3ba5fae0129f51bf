import type { StatusWords } from './status-words.ts';

/** What stands after a preposition and, with a large letter, at the beginning. */
const parts: Readonly<Record<string, string>> = {
  database: 'the database',
  counters: 'Redis',
  storage: 'the store of files',
  queue: 'the queue',
  disk: 'the disk',
  program: 'the files of the program',
};

export const en: StatusWords = {
  broken(name, message) {
    const part = parts[name] ?? name;
    return {
      message: message ?? `${part[0]?.toUpperCase()}${part.slice(1)} cannot be reached.`,
      advice: `Look at the service behind it and at the log; calls that need ${part} fail.`,
    };
  },
  noPublicUrl: (host) => ({
    message: `The service listens at ${host} and does not know under which address others reach it.`,
    advice: 'Set PUBLIC_URL to the https address of the proxy in front; links in answers and sign-ins use it.',
  }),
  publicWithoutHttps: (url) => ({
    message: `${url} is plain http: keys and sessions can be read on the way.`,
    advice: 'Put a proxy with https in front and name its address.',
  }),
  sessionsOverHttp: {
    message: 'People may sign in over plain http, where sessions can be read on the way.',
    advice: 'Put a proxy with https in front, then remove the setting.',
  },
  corsAny: {
    message: 'Pages of every origin may call the service from a browser.',
    advice: 'Name the origins of your own pages.',
  },
  noRedis: {
    message: 'Each process counts limits for itself.',
    advice: 'With more than one process, set REDIS_URL: limits and revocations then hold for all of them at once.',
  },
  noObjectStore: {
    message: 'Files lie in the directory of this process.',
    advice: 'With more than one process, set BLOB_URL to a store that all of them reach.',
  },
  unpricedCalls: (calls) => ({
    message: `${calls === 1 ? 'One call' : `${calls} calls`} of today asked an engine whose price is not known. Budgets and alerts do not see what ${calls === 1 ? 'it' : 'they'} cost.`,
    advice: 'Set its price under Settings, Models, or "upstream_prices" of its provider in parley.config.json.',
  }),
  unpriced: (engine) => ({
    message: `${engine} has no known price: unless it reports one with its answers, its calls are charged at 0 and no budget ends them.`,
    advice: 'Set it under Settings, Models, or as "upstream_prices" of its provider in parley.config.json.',
  }),
  unpricedMedia: (engine) => ({
    message: `${engine} has no known price: its pictures or videos are charged at 0 and no budget ends them.`,
    advice: 'Set it under "media", "prices" in parley.config.json.',
  }),
  notice: (notice) => ({ message: notice, advice: 'Correct the name of the variable, or remove it.' }),
  embeddedModel: {
    message:
      'small-1 and small-2 are served by the embedded reader, which finds answers in texts but writes none of its own.',
    advice: 'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, or name a model.',
  },
  lexicalEmbeddings: {
    message: 'Embeddings are hashed words: texts of the same meaning in other words are not found alike.',
    advice: 'Leave it unset for the embedded sentence encoder, or name a model that embeds.',
  },
  fewBackends: (only) => ({
    message:
      only === undefined
        ? 'No search back end is set up, so web search and research find nothing.'
        : `Web search asks ${only} alone.`,
    advice: 'Add a back end, such as a SearXNG of your own.',
  }),
  chosen: (reason) => `${reason}.`,
  lastFailed: (status) => `Its last call failed with ${status}.`,
  restsAfterFailures: 'It failed too often and is left alone for a while.',
  switchedOff: 'The operator has switched it off.',
  nothing: 'nothing',
  directory: 'directory',
  thisProcess: 'this process',
  backendFailed: (name) => `${name} failed`,
};
