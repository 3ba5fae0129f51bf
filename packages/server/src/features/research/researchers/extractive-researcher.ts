import type { JsonObject } from '@parley/contract';
import { guessLanguage, tellingTerms, termsOf } from '@parley/text';
import { AppError } from '../../../lib/app-error.ts';
import type { RunSteps } from '../../runs/background/run-steps.ts';
import type { Brief, Claim, ReportDraft } from '../research-types.ts';
import type { ClaimDraft, ReadSource, Researcher, ResearchState, StatementPair } from '../researcher.ts';
import { isUnanswered } from './answering-claims.ts';
import { fairShare } from './fair-share.ts';
import type { ResearchModel } from './research-model.ts';
import { briefFrom } from './split-instructions.ts';

const claimsPerSource = 4;
const feedbackQueries = 4;
/** Two sentences that share more of their words than this say the same; with other figures or names, more than that. */
const sameShare = 0.6;
const sameShareOfOthers = 0.92;

export interface ExtractiveResearcherParts {
  /** Asked only for structured reports. */
  model: ResearchModel;
  steps: RunSteps;
  instructions: string;
  subQuestions: number;
  signal: AbortSignal;
}

/** Research without a connected model: the sources' own sentences, chosen, grouped and cited by code. */
export class ExtractiveResearcher implements Researcher {
  readonly #model: ResearchModel;
  readonly #signal: AbortSignal;
  readonly #steps: RunSteps;
  readonly #instructions: string;
  readonly #subQuestions: number;

  constructor(parts: ExtractiveResearcherParts) {
    this.#model = parts.model;
    this.#signal = parts.signal;
    this.#steps = parts.steps;
    this.#instructions = parts.instructions;
    this.#subQuestions = parts.subQuestions;
  }

  get modelId(): string {
    return this.#model.id;
  }

  brief(): Promise<Brief> {
    return this.#steps.once('brief', this.#instructions, async () => ({
      output: briefFrom(this.#instructions, this.#subQuestions),
    }));
  }

  claims(_brief: Brief, batch: number, sources: ReadSource[]): Promise<ClaimDraft[]> {
    return this.#steps.once(
      `claims:${batch}`,
      sources.map(({ source }) => source.contentHash),
      async () => ({
        output: sources.flatMap(({ index, findings }) =>
          fairShare(
            findings
              .filter(({ score }) => score > 0)
              .map(({ text, said, question }) => ({ text: said ?? text, quote: text, source: index, question })),
          ).slice(0, claimsPerSource),
        ),
      }),
    );
  }

  /** Nobody reads here: what code cannot prove is not said. */
  async confirm(_name: string, pairs: readonly StatementPair[]): Promise<null[]> {
    return pairs.map(() => null);
  }

  reflect(round: number, state: ResearchState): Promise<string[]> {
    const input = { round, claims: state.claims.map((claim) => claim.id) };
    return this.#steps.once(`reflect:${round}`, input, async () => ({ output: feedback(state) }));
  }

  report(state: ResearchState): Promise<ReportDraft> {
    const input = state.claims.map((claim) => claim.quote);
    return this.#steps.once('report', input, async () => ({ output: groupClaims(state, this.#model.isEmbedded) }));
  }

  async structured(state: ResearchState, schema: JsonObject, problems: string[]): Promise<JsonObject> {
    if (!this.#model.isEmbedded) {
      throw new AppError('budget_exceeded', 'Neither max_cost_usd nor the budget pays for the structured report.');
    }
    const document = state.claims.map((claim) => claim.quote).join('\n\n');
    const question = { system: '', text: this.#instructions, schema, maxTokens: 8000, document };
    // The reader answers the same question in the same way; asking again with the problems would change nothing.
    const value = await this.#steps.once<JsonObject | null>('structured', { question, problems: [] }, async () => {
      const { value: output, consumption } = await this.#model.ask(question, this.#signal, (lost) =>
        this.#steps.addLoss(lost),
      );
      return { output, consumption: [consumption] };
    });
    if (value !== null) return value;
    const left = problems.length > 0 ? ` (${problems[0]})` : '';
    throw new AppError('schema_not_met', `The sources do not hold what the schema requires${left}.`);
  }
}

/** New searches out of the words that mark what was found: asked words with the commonest unasked ones. */
function feedback({ brief, claims }: ResearchState): string[] {
  const language = guessLanguage(brief.questions.join(' '));
  const asked = new Set(brief.questions.flatMap((question) => tellingTerms(question, language)));
  const counts = new Map<string, number>();
  for (const { quote } of claims) {
    for (const match of new Set(quote.match(/\p{L}[\p{L}-]{3,}/gu) ?? [])) {
      const [term] = tellingTerms(match, language);
      if (term === undefined || asked.has(term) || tellingTerms(`${match} placeholder`, language).length < 2) continue;
      counts.set(match.toLowerCase(), (counts.get(match.toLowerCase()) ?? 0) + 1);
    }
  }
  const topic = brief.queries[0]?.at(1) ?? brief.title;
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort((left, right) => right[1] - left[1])
    .slice(0, feedbackQueries)
    .map(([word]) => `${topic} ${word}`);
}

/** Claims under their questions, each source once before any a second time, nothing said twice. `isRead`: the reader looked for answers. */
function groupClaims({ brief, claims, maxCitations }: ResearchState, isRead: boolean): ReportDraft {
  const language = guessLanguage(
    claims
      .map((claim) => claim.quote)
      .join(' ')
      .slice(0, 4000),
  );
  const chosen: Chosen[] = [];
  const take = (candidates: Claim[]) => {
    for (const claim of candidates) {
      if (chosen.length >= maxCitations) return;
      const candidate = { claim, terms: new Set(termsOf(claim.quote, language)), marks: marksOf(claim.quote) };
      if (!isSaid(candidate, chosen)) chosen.push(candidate);
    }
  };
  const ordered = fairShare([...claims].sort((left, right) => right.score - left.score));
  const seen = new Set<number>();
  const firsts = ordered.filter((claim) => !seen.has(claim.source) && seen.add(claim.source));
  take(firsts);
  // A source whose best sentence repeats another's may have a second one that does not.
  const uncited = ordered.filter((claim) => !chosen.some((other) => other.claim.source === claim.source));
  take(uncited);
  take(ordered.filter((claim) => !chosen.some((other) => other.claim.id === claim.id)));
  const isOne = brief.questions.length === 1;
  return {
    title: brief.title,
    sections: brief.questions.flatMap((asked, question) => {
      const heading =
        isRead && isUnanswered(brief, question, claims)
          ? nearestHeading(isOne ? '' : asked)
          : isOne
            ? 'Findings'
            : asked;
      const mine = chosen.filter(({ claim }) => claim.question === question).map(({ claim }) => claim);
      const sentences = mine.map((claim) => ({ text: claim.text, claims: [claim.id] }));
      const isKnown = claims.some((claim) => claim.question === question);
      return [{ heading: mine.length === 0 ? asked : heading, sentences, otherwise: isKnown ? repeated : silence }];
    }),
  };
}

/** Under the heading of a part that has no sentence of its own. */
const silence = 'Nothing that was looked through speaks to this part.';
const repeated = 'What was found on this part adds nothing to what stands under the other headings.';

/** What shares words with a question for a fact is not taken for the fact. */
const nearestHeading = (asked: string): string => `${asked === '' ? '' : `${asked} `}Nearest to it, and no sure answer`;

interface Chosen {
  claim: Claim;
  terms: ReadonlySet<string>;
  /** Its figures and names. */
  marks: string;
}

function marksOf(text: string): string {
  const marks = text.slice(1).match(/\p{Lu}[\p{L}\p{M}]+|\d+(?:[.,]\d+)*/gu) ?? [];
  return [...new Set(marks)].sort().join(' ');
}

/** A part that has nothing yet gets what holds the words of another part and more. */
function isSaid(candidate: Chosen, chosen: readonly Chosen[]): boolean {
  const isFirst = !chosen.some(({ claim }) => claim.question === candidate.claim.question);
  const isWithin = ({ terms }: Chosen) => [...candidate.terms].every((term) => terms.has(term));
  return chosen.some((other) => alike(candidate, other) && (!isFirst || isWithin(other)));
}

function alike(left: Chosen, right: Chosen): boolean {
  let common = 0;
  for (const term of left.terms) if (right.terms.has(term)) common += 1;
  const least = left.marks === right.marks ? sameShare : sameShareOfOthers;
  return common / Math.max(1, Math.min(left.terms.size, right.terms.size)) > least;
}
