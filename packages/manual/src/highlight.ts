import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from './html.ts';

const highlighter = hljs.newInstance();
for (const [name, language] of Object.entries({
  bash,
  dockerfile,
  http,
  ini,
  json,
  python,
  typescript,
  xml,
  yaml,
})) {
  highlighter.registerLanguage(name, language);
}
const names: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  js: 'typescript',
  ts: 'typescript',
  py: 'python',
  html: 'xml',
  toml: 'ini',
  caddyfile: 'http',
};
const labels: Record<string, string> = {
  bash: 'Shell',
  typescript: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  yaml: 'YAML',
  http: 'HTTP',
  xml: 'HTML',
  ini: 'INI',
  dockerfile: 'Dockerfile',
};

/** Code as HTML whose colours are classes, so that a strict content security policy and both themes hold. */
function highlight(code: string, language: string): string {
  const name = names[language] ?? language;
  if (highlighter.getLanguage(name) === undefined) return escapeHtml(code);
  return highlighter.highlight(code, { language: name, ignoreIllegals: true }).value;
}

/** A block of code with its language above it. The button that copies it is put there by the page's script. */
export function codeBlock(code: string, language: string): string {
  const label = labels[names[language] ?? language] ?? '';
  const body = `<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`;
  return `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption>${body}</figure>\n`;
}
