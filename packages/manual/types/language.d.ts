// A language of highlight.js; see core.d.ts.
declare const language: object;
export default language;
