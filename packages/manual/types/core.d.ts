// What we use of highlight.js. Its own declarations bring those of the browser with them, which would hold for the whole project.
interface Highlighter {
  newInstance(): Highlighter;
  registerLanguage(name: string, language: object): void;
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}
declare const highlighter: Highlighter;
export default highlighter;
