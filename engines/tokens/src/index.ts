export { countTokens } from './count-tokens.ts';
export { estimateTokens, estimateTurn, RunningEstimate } from './estimate-tokens.ts';
