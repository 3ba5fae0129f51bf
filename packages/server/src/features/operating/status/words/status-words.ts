/** A sentence of what is wrong, and one of what to do. */
interface Said {
  message: string;
  advice: string;
}

/** What the page of the overview says, in one language. */
export interface StatusWords {
  /** `message`: what the check said, where it said something. */
  broken: (part: string, message: string | undefined) => Said;
  noPublicUrl: (host: string) => Said;
  publicWithoutHttps: (url: string) => Said;
  sessionsOverHttp: Said;
  corsAny: Said;
  noRedis: Said;
  noObjectStore: Said;
  unpricedCalls: (calls: number) => Said;
  unpriced: (engine: string) => Said;
  /** Of pictures or videos. */
  unpricedMedia: (engine: string) => Said;
  /** `notice`: a sentence of the start about variables that nothing reads. */
  notice: (notice: string) => Said;
  embeddedModel: Said;
  lexicalEmbeddings: Said;
  fewBackends: (only: string | undefined) => Said;
  /** Why an engine was chosen, as the start says it. */
  chosen: (reason: string) => string;
  lastFailed: (status: number) => string;
  restsAfterFailures: string;
  switchedOff: string;
  /** What serves something that nothing serves. */
  nothing: string;
  directory: string;
  thisProcess: string;
  backendFailed: (name: string) => string;
}
