import { createHash } from 'node:crypto';
import type { PromptText } from './prompt-text.ts';
import { promptTexts } from './prompt-texts.ts';

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;
const longestText = 50_000;

/** The prompts of the product, each in the operator's words where there are such. */
export class PromptLibrary {
  readonly #texts = new Map<string, { text: string; version: string }>();

  constructor(overrides: ReadonlyMap<string, string> = new Map()) {
    for (const { name, text, version } of promptTexts) {
      const own = overrides.get(name);
      this.#texts.set(
        name,
        own === undefined ? { text, version: `${version}` } : { text: own, version: `operator-${digest(own)}` },
      );
    }
  }

  /** The prompt with its values put in. Throws for a name that is not there or a value that is missing: a mistake of ours. */
  text(name: string, values: Readonly<Record<string, string>> = {}): string {
    return this.#known(name).text.replaceAll(placeholder, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`the prompt ${name} needs a value for ${key}`);
      return value;
    });
  }

  /** What stands before and after one of its values, where that is more than text. */
  around(name: string, value: string): [before: string, after: string] {
    // such as: /\{\{\s*value\s*\}\}/
    const [before = '', after = ''] = this.#known(name).text.split(new RegExp(`\\{\\{\\s*${value}\\s*\\}\\}`));
    return [before.trim(), after.trim()];
  }

  /** `1`, `2` and so on, or `operator-` and a digest for a text of the operator's own, by name. */
  get versions(): Record<string, string> {
    return Object.fromEntries([...this.#texts].map(([name, { version }]) => [name, version]));
  }

  #known(name: string): { text: string; version: string } {
    const known = this.#texts.get(name);
    if (known === undefined) throw new Error(`there is no prompt ${name}`);
    return known;
  }
}

/** What keeps the operator's texts from being used, a sentence each; empty when they can be. */
export function promptProblems(overrides: ReadonlyMap<string, string>): string[] {
  const known = new Map(promptTexts.map((prompt) => [prompt.name, prompt]));
  return [...overrides].flatMap(([name, text]) => {
    const prompt = known.get(name);
    if (prompt === undefined) return [`${name}.md is no prompt; the prompts are ${[...known.keys()].join(', ')}`];
    return problemsOf(prompt, text).map((problem) => `${name}.md ${problem}`);
  });
}

function problemsOf({ values }: PromptText, text: string): string[] {
  if (text.trim() === '') return ['is empty'];
  if (text.length > longestText) return [`is longer than ${longestText} characters`];
  const used = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  return [
    // The date may be left out; what the text is there to carry may not.
    ...values.filter((value) => value !== 'today' && !used.includes(value)).map((value) => `must hold {{${value}}}`),
    ...used
      .filter((value) => !values.includes(value))
      .map(
        (value) => `holds {{${value}}}, which has no value${values.length > 0 ? `; it has ${values.join(', ')}` : ''}`,
      ),
  ];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
