export { countTokens } from './count-tokens.ts';
