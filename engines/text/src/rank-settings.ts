/** The numbers of the ranking formula. They were chosen on several collections of questions and are not sensitive. */
export interface RankSettings {
  /** How soon repeating a word stops counting (BM25's k1). */
  saturation: number;
  /** How much long bodies and headings are held back (BM25's b). */
  bodyLengthWeight: number;
  headingLengthWeight: number;
  /** What a word in a heading counts against one in the body. */
  headingWeight: number;
  /** What an asked word in a heading adds when all telling words of the heading are asked for. */
  headingShareWeight: number;
  /** What asked words near each other add, and how near they must be. */
  neighbourWeight: number;
  neighbourDistance: number;
  /** What a word of a name that the question gives counts against any other, and two of them beside each other against other pairs. */
  nameWeight: number;
  namePairWeight: number;
  /** How much it counts that many of the asked words are there. */
  coverageWeight: number;
  /** Second round: from how many of the best passages how many words are taken, and what they count. */
  feedbackPassages: number;
  feedbackTerms: number;
  feedbackWeight: number;
}

export const rankSettings: RankSettings = {
  saturation: 0.9,
  bodyLengthWeight: 0.6,
  headingLengthWeight: 0.4,
  headingWeight: 3,
  headingShareWeight: 1,
  neighbourWeight: 0.5,
  neighbourDistance: 3,
  nameWeight: 1.3,
  namePairWeight: 4,
  coverageWeight: 0.2,
  feedbackPassages: 8,
  feedbackTerms: 20,
  feedbackWeight: 0.1,
};
