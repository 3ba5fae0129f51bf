import { batchVariables } from './batch-variables.ts';
import { bedrockVariables } from './bedrock-variables.ts';
import { speechVariables } from './speech-variables.ts';
import { streamVariables } from './stream-variables.ts';
import { tracingVariables } from './tracing-variables.ts';

/** What capabilities read by files of their own, under the headings of the guide. */
export const variableGroups = [
  { title: 'Speech', variables: speechVariables },
  { title: 'Amazon Bedrock', variables: bedrockVariables },
  { title: 'Batches', variables: batchVariables },
  { title: 'Streams', variables: streamVariables },
  { title: 'Traces', variables: tracingVariables },
];
