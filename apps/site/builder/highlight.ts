import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from './page.ts';

const LANGUAGES = { bash, diff, json, python, typescript, xml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

const NAMES: Record<string, keyof typeof LANGUAGES> = {
  ts: 'typescript',
  tsx: 'typescript',
  js: 'typescript',
  mjs: 'typescript',
  sh: 'bash',
  bash: 'bash',
  html: 'xml',
  xml: 'xml',
  json: 'json',
  py: 'python',
  python: 'python',
  patch: 'diff',
  diff: 'diff',
};

/** Code as HTML, coloured if the language is known. */
export function highlight(code: string, language = ''): string {
  const known = NAMES[language];
  return known === undefined ? escapeHtml(code) : hljs.highlight(code, { language: known }).value;
}

/** A block of code with a name for those who cannot see it. */
export function codeBlock(code: string, language = '', html = highlight(code, language)): string {
  const label = language === '' ? 'Text' : `Code, ${language}`;
  return `<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${html}</code></pre></div>`;
}
