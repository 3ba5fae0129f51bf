/** What somebody writes first with the client library: a file, a call, a stream, and an error that is caught. */
const body = `
async function main() {
  const parley = new Parley();
  const digits = (text) => text.match(/\\d+$|\\d+(?=\\D*$)/)?.[0];
  const { answer } = await parley.answer.create({ query: 'What is 12 times 12?' });
  let streamed = '';
  for await (const event of parley.answer.stream({ query: 'What is 12 times 12?' })) if (event.type === 'text') streamed += event.text;
  const { file_id } = await parley.files.upload(new Blob(['The bridge was opened on 4 May 1932.']), { filename: 'bridge.txt' });
  const { sources } = await parley.answer.create({ query: 'When was the bridge opened?', file_ids: [file_id] });
  const refused = await new Parley({ apiKey: 'wrong', maxRetries: 0 }).answer.create({ query: 'x' }).catch((error) => error);
  const isKnown = refused instanceof AuthenticationError && refused instanceof ParleyError;
  console.log(digits(answer), digits(streamed), sources?.[0]?.quote, isKnown, typeof createParley()('small-2').doStream);
}
main();
`;

const names = 'AuthenticationError, Parley, ParleyError';

/** The same program as each kind of module. */
export const programs = [
  {
    file: 'program.mjs',
    text: `import { ${names} } from '@parley/sdk';\nimport { createParley } from '@parley/sdk/ai';\n${body}`,
  },
  {
    file: 'program.cjs',
    text: `const { ${names} } = require('@parley/sdk');\nconst { createParley } = require('@parley/sdk/ai');\n${body}`,
  },
];

export const expectedOutput = '144 144 The bridge was opened on 4 May 1932. true function\n';

/** What the compiler has to know of a reply, from either kind of module; a type that is `any` fails at the line that must fail. */
export const typedPrograms = [
  {
    file: 'typed.mts',
    text: `import { Parley } from '@parley/sdk';
import { createParley } from '@parley/sdk/ai';
import { ManagementClient } from '@parley/sdk/management';
const { answer } = await new Parley().answer.create({ query: 'x' });
export const text: string = answer;
// @ts-expect-error: an answer is no number
export const number: number = answer;
export const others: Function[] = [createParley, ManagementClient];
`,
  },
  {
    file: 'typed.cts',
    text: `import sdk = require('@parley/sdk');
import ai = require('@parley/sdk/ai');
import management = require('@parley/sdk/management');
const reply = new sdk.Parley().answer.create({ query: 'x' });
export const text: Promise<string> = reply.then(({ answer }) => answer);
// @ts-expect-error: an answer is no number
export const number: Promise<number> = reply.then(({ answer }) => answer);
export const others: Function[] = [ai.createParley, management.ManagementClient];
`,
  },
];
