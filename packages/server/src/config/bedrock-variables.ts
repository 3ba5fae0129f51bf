/** Of Amazon Bedrock: name, what holds when it is not set, what it does. */
export const bedrockVariables: readonly [name: string, byDefault: string, meaning: string][] = [
  ['AWS_BEARER_TOKEN_BEDROCK', '', 'An API key of Amazon Bedrock.'],
  [
    'BEDROCK_ACCESS_KEY',
    '',
    'In its place a key of AWS that may call Bedrock: `ACCESS_KEY_ID:SECRET_ACCESS_KEY`, with `:SESSION_TOKEN` behind it for one of a session.',
  ],
  [
    'BEDROCK_BASE_URL',
    'https://bedrock-runtime.us-east-1.amazonaws.com',
    'Where Bedrock is asked: the region stands in the address.',
  ],
];
