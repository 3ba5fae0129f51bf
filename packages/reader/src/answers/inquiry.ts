import type { WordNet } from '../text/word-net.ts';
import type { AskedType } from './asked-type.ts';
import type { Evidence } from './evidence.ts';
import type { Question } from './question.ts';
import type { Material } from './read-material.ts';

/** All that the features of one question need. */
export interface Inquiry {
  question: Question;
  asked: AskedType;
  evidence: Evidence;
  wordNet: WordNet | undefined;
  material: Material;
}
