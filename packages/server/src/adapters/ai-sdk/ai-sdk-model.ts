/**
 * What is used of the provider specification (versions 2 to 4), in our own words, so that the service needs none of its
 * packages. Everything that comes out is read as unknown.
 */
export interface AiSdkModel {
  readonly specificationVersion?: string;
  doStream(options: object): PromiseLike<{ stream: ReadableStream<unknown> }>;
}
