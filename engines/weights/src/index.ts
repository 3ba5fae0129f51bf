export { AnswerJudge } from './answer-judge.ts';
export { hasRuntime, needRuntime, openRuntime, type Runtime, sessionOptions } from './open-runtime.ts';
export { readWeights, type WeightsFile, weightsFolder } from './read-weights.ts';
export { framed, type Pieces, padding, WordPieces } from './word-pieces.ts';
