/** The decoder's JavaScript face; only what is used of it. */
declare module 'libheif-js/wasm-bundle.js' {
  const libheif: { HeifDecoder: new () => { decode(data: Uint8Array): never[] } };
  export default libheif;
}
