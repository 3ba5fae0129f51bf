import type { PromptTemplate } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';

/** `{{ name }}`: letters, figures and `_`. */
const variable = /\{\{ {0,4}([A-Za-z_]\w{0,63}) {0,4}\}\}/g;

const textsOf = ({ system = '', messages = [] }: PromptTemplate): string[] => [
  system,
  ...messages.map(({ content }) => content),
];

/** The names of all variables of a template, in their order. */
export function variablesOf(template: PromptTemplate): string[] {
  const names = textsOf(template).flatMap((text) => [...text.matchAll(variable)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/** The template with its values put in. Throws `invalid_request` that names the variables that are missing. */
export function filledTemplate(
  template: PromptTemplate,
  values: Readonly<Record<string, string | number | boolean>>,
): PromptTemplate {
  const missing = variablesOf(template).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    throw new AppError('invalid_request', `prompt.variables: the prompt needs ${missing.join(', ')}`, {
      title: 'prompt.variables is not whole',
      param: 'prompt.variables',
    });
  }
  // Values are put in once: what looks like a variable in one of them stays as it is.
  const filled = (text: string) => text.replaceAll(variable, (_, name: string) => String(values[name]));
  const { system, messages } = template;
  return {
    ...template,
    ...(system !== undefined && { system: filled(system) }),
    ...(messages && { messages: messages.map(({ role, content }) => ({ role, content: filled(content) })) }),
  };
}
