import type { PromptText } from './prompt-text.ts';
import { agent } from './texts/agent.ts';
import { evaluationJudge } from './texts/evaluation-judge.ts';
import { extraction } from './texts/extraction.ts';
import { groundedAnswer } from './texts/grounded-answer.ts';
import { groundedConversation } from './texts/grounded-conversation.ts';
import { guardJudge } from './texts/guard-judge.ts';
import { material } from './texts/material.ts';
import { objectAgain } from './texts/object-again.ts';
import { objectInWords } from './texts/object-in-words.ts';
import { placeholders } from './texts/placeholders.ts';
import { plainAnswer } from './texts/plain-answer.ts';
import { researchClaims } from './texts/research-claims.ts';
import { researchFiller } from './texts/research-filler.ts';
import { researchJudge } from './texts/research-judge.ts';
import { researchOutliner } from './texts/research-outliner.ts';
import { researchPlanner } from './texts/research-planner.ts';
import { researchReviewer } from './texts/research-reviewer.ts';
import { researchSummary } from './texts/research-summary.ts';
import { researchWriter } from './texts/research-writer.ts';
import { tableQueries } from './texts/table-queries.ts';

/** Every text that is sent to connected models. */
export const promptTexts: readonly PromptText[] = [
  plainAnswer,
  groundedAnswer,
  groundedConversation,
  material,
  tableQueries,
  extraction,
  objectInWords,
  objectAgain,
  agent,
  guardJudge,
  evaluationJudge,
  placeholders,
  researchPlanner,
  researchClaims,
  researchJudge,
  researchReviewer,
  researchOutliner,
  researchWriter,
  researchSummary,
  researchFiller,
];
