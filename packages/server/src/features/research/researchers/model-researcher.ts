import { errorCatalogue, isJsonObject, type JsonObject } from '@parley/contract';
import { AppError, isAppError, isOfFamily } from '../../../lib/app-error.ts';
import type { RunSteps } from '../../runs/background/run-steps.ts';
import type { PromptLibrary } from '../../text/prompts/prompt-library.ts';
import type { Brief, Claim, DraftSentence, ReportDraft } from '../research-types.ts';
import type { ClaimDraft, ReadSource, Researcher, ResearchState, StatementPair } from '../researcher.ts';
import { fairShare } from './fair-share.ts';
import { distinct, isPlainQuery, listOf, problemsOf, sentencesOf, textOf, textsOf } from './model-drafts.ts';
import { ModelPatience } from './model-patience.ts';
import { CostLimitReached, type ModelQuestion, type ResearchModel } from './research-model.ts';
import * as prompts from './research-prompts.ts';
import { briefFrom, shortened } from './split-instructions.ts';

export interface ModelResearcherParts {
  model: ResearchModel;
  steps: RunSteps;
  prompts: PromptLibrary;
  /** The day on which the run was accepted, as an ISO date: it stays the same when a run is taken up again. */
  today: string;
  instructions: string;
  subQuestions: number;
  maxCostUsd: number | null;
  signal: AbortSignal;
}

const maxQueries = 4;
const sectionsAtOnce = 3;
const shownRejected = 30;
/** A report of fewer claims is its own summary. */
const leastSummarised = 6;
const mostSummary = 6;
/** Statements judged in one question. */
const pairsAtOnce = 20;

/** Research with a connected model. Each question to it is one stored step. */
export class ModelResearcher implements Researcher {
  readonly #parts: ModelResearcherParts;
  readonly #patience = new ModelPatience();
  #pendingUsd = 0;

  constructor(parts: ModelResearcherParts) {
    this.#parts = parts;
  }

  get modelId(): string {
    return this.#parts.model.id;
  }

  async brief(): Promise<Brief> {
    const { instructions, subQuestions } = this.#parts;
    const text = `Task:\n${instructions}\n\nGive at most ${subQuestions} questions, each with 2 to 4 queries.`;
    const answer = await this.#ask('brief', {
      system: this.#rules('planner'),
      text,
      schema: prompts.briefSchema,
      maxTokens: 1500,
    });
    const plain = briefFrom(instructions, subQuestions);
    const entries = listOf(answer?.questions).filter(isJsonObject).slice(0, subQuestions);
    const questions = entries.flatMap((entry) => textOf(entry.question) ?? []);
    if (questions.length === 0) return plain;
    const asked = entries.filter((entry) => textOf(entry.question) !== null);
    const queries = asked.map((entry) => textsOf(entry.queries).filter(isPlainQuery).slice(0, maxQueries));
    return {
      title: shortened(textOf(answer?.title) ?? plain.title),
      questions,
      done: asked.map((entry) => textOf(entry.done) ?? ''),
      // The task's own words are searched for too: a plan can miss what was asked.
      queries: queries.map((list, index) => (index === 0 ? [...(plain.queries[0] ?? []).slice(0, 1), ...list] : list)),
    };
  }

  async claims(brief: Brief, batch: number, sources: ReadSource[]): Promise<ClaimDraft[]> {
    const { model, instructions } = this.#parts;
    const text = [
      `Task:\n${instructions}`,
      `Questions:\n${prompts.questionList(brief.questions)}`,
      prompts.fenced(sources, model.materialCharacters),
    ].join('\n\n');
    const question = { system: this.#rules('claims'), text, schema: prompts.claimsSchema, maxTokens: 4000 };
    const answer = await this.#ask(`claims:${batch}`, question);
    return listOf(answer?.claims).flatMap((entry): ClaimDraft[] => {
      if (!isJsonObject(entry)) return [];
      const source = Number(/\d+/.exec(textOf(entry.source) ?? '')?.[0]);
      const [claim, quote] = [textOf(entry.text), textOf(entry.quote)];
      const isKnown = sources.some((candidate) => candidate.index === source);
      if (!isKnown || claim === null || quote === null) return [];
      const asked = typeof entry.question === 'number' ? entry.question : 0;
      return [{ text: claim, quote, source, question: Math.min(Math.max(0, asked), brief.questions.length - 1) }];
    });
  }

  async confirm(name: string, pairs: readonly StatementPair[]): Promise<(boolean | null)[]> {
    const verdicts: (boolean | null)[] = pairs.map(() => null);
    for (let start = 0; start < pairs.length; start += pairsAtOnce) {
      const some = pairs.slice(start, start + pairsAtOnce);
      const question = {
        system: this.#rules('judge'),
        text: prompts.pairList(some),
        schema: prompts.judgeSchema,
        maxTokens: 60 + some.length * 20,
      };
      const answer = await this.#ask(`confirm:${name}:${start}`, question);
      for (const entry of listOf(answer?.verdicts).filter(isJsonObject)) {
        const index = typeof entry.pair === 'number' ? entry.pair : -1;
        if (index in some && typeof entry.supported === 'boolean') verdicts[start + index] = entry.supported;
      }
    }
    return verdicts;
  }

  async reflect(round: number, state: ResearchState): Promise<string[]> {
    const text = [
      `Task:\n${this.#parts.instructions}`,
      `Questions and what is proven of each:\n${prompts.coverageList(state)}`,
      `Proven so far:\n${fairShare(state.claims)
        .map((claim) => `- (${claim.question}) ${claim.text}`)
        .join('\n')
        .slice(0, 12_000)}`,
      `Rejected:\n${prompts.rejectedList(state.rejected.slice(-shownRejected)) || 'nothing'}`,
      `Searched for already:\n${state.searched
        .map((query) => `- ${query}`)
        .join('\n')
        .slice(0, 4_000)}`,
    ].join('\n\n');
    const question = { system: this.#rules('reviewer'), text, schema: prompts.reflectSchema, maxTokens: 600 };
    const answer = await this.#ask(`reflect:${round}`, question);
    return textsOf(answer?.queries).filter(isPlainQuery).slice(0, maxQueries);
  }

  async report(state: ResearchState): Promise<ReportDraft> {
    const chosen = citable(state);
    const outline = await this.#outline(state, chosen);
    const sections: ReportDraft['sections'] = [];
    for (let start = 0; start < outline.sections.length; start += sectionsAtOnce) {
      const some = outline.sections.slice(start, start + sectionsAtOnce);
      sections.push(
        ...(await Promise.all(
          some.map((section, index) => this.#section(state, { ...section, outline, index: start + index })),
        )),
      );
    }
    const used = new Set(sections.flatMap(({ sentences }) => sentences.flatMap(({ claims }) => claims)));
    const summary = await this.#summary(
      state,
      chosen.filter(({ id }) => used.has(id)),
      sections,
    );
    return { title: outline.title, summary, sections, isWritten: true };
  }

  async structured(state: ResearchState, schema: JsonObject, problems: string[]): Promise<JsonObject> {
    const corrections = problems.length > 0 ? `\n\nThe last answer was wrong in:\n- ${problems.join('\n- ')}` : '';
    const text = `Task:\n${this.#parts.instructions}\n\n${prompts.claimList(citable(state), state)}${corrections}`;
    const name = `structured:${problems.length > 0 ? 2 : 1}`;
    const question = { system: this.#rules('filler'), text, schema, maxTokens: 8000 };
    const value = await this.#ask(name, question);
    if (value === null) throw new AppError('schema_not_met', 'The model gave no object that satisfies the schema.');
    return value;
  }

  async #outline(state: ResearchState, claims: Claim[]): Promise<{ title: string; sections: OutlineSection[] }> {
    const text = `Task:\n${this.#parts.instructions}\n\n${prompts.claimList(claims, state)}`;
    const question = { system: this.#rules('outliner'), text, schema: prompts.outlineSchema, maxTokens: 3000 };
    const answer = await this.#ask('outline', question);
    const left = new Map(claims.map((claim) => [claim.id, claim]));
    const sections = listOf(answer?.sections).flatMap((entry): OutlineSection[] => {
      if (!isJsonObject(entry)) return [];
      const mine = textsOf(entry.claim_ids).flatMap((id) => left.get(id) ?? []);
      for (const claim of mine) left.delete(claim.id);
      return mine.length > 0 ? [{ heading: textOf(entry.heading) ?? '', claims: mine }] : [];
    });
    // What the outline forgot goes under its question.
    state.brief.questions.forEach((heading, index) => {
      const mine = [...left.values()].filter((claim) => claim.question === index);
      if (mine.length > 0) sections.push({ heading, claims: mine });
    });
    return { title: textOf(answer?.title) ?? state.brief.title, sections };
  }

  /** Written, checked, written once more with what was wrong; what is still wrong is left out later. */
  async #section(state: ResearchState, section: PlacedSection): Promise<ReportDraft['sections'][number]> {
    const { index } = section;
    const first = await this.#write(`write:${index}`, state, section, []);
    const problems = problemsOf(first, state);
    if (problems.length === 0 && first.length > 0) return { heading: section.heading, sentences: first };
    const second = await this.#write(`write-again:${index}`, state, section, problems);
    const kept = [...second, ...first].filter((sentence) => problemsOf([sentence], state).length === 0);
    const used = new Set(kept.flatMap((sentence) => sentence.claims));
    const plain = section.claims.filter((claim) => !used.has(claim.id));
    const rest = plain.map((claim) => ({ text: claim.text, claims: [claim.id] }));
    const sentences = second.length > 0 && problemsOf(second, state).length === 0 ? second : distinct(kept);
    return { heading: section.heading, sentences: sentences.length > 0 ? sentences : rest };
  }

  async #write(
    name: string,
    state: ResearchState,
    section: PlacedSection,
    problems: string[],
  ): Promise<DraftSentence[]> {
    const text = [
      `Task:\n${this.#parts.instructions}`,
      `Outline:\n${section.outline.sections.map(({ heading }, index) => `${index + 1}. ${heading}`).join('\n')}`,
      `Your section: ${section.index + 1}. ${section.heading}`,
      prompts.claimList(section.claims, state),
      ...(problems.length > 0 ? [`The last version was wrong in:\n- ${problems.slice(0, 20).join('\n- ')}`] : []),
    ].join('\n\n');
    const question = { system: this.#rules('writer'), text, schema: prompts.sectionSchema, maxTokens: 2500 };
    const answer = await this.#ask(name, question);
    return sentencesOf(answer, section.claims);
  }

  /** The last thing that is written; what of it does not hold is left out, like any other sentence. */
  async #summary(state: ResearchState, claims: Claim[], sections: ReportDraft['sections']): Promise<DraftSentence[]> {
    if (claims.length < leastSummarised) return [];
    const text = [
      `Task:\n${this.#parts.instructions}`,
      `The report:\n${sections.map(({ heading }) => `- ${heading}`).join('\n')}`,
      prompts.claimList(claims, state),
    ].join('\n\n');
    const question = { system: this.#rules('summary'), text, schema: prompts.sectionSchema, maxTokens: 1200 };
    const sentences = sentencesOf(await this.#ask('summary', question), claims);
    return sentences.filter((sentence) => problemsOf([sentence], state).length === 0).slice(0, mostSummary);
  }

  #rules(part: string): string {
    const { prompts: library, today } = this.#parts;
    return library.text(`research-${part}`, { today });
  }

  /** One stored question; null when the model gave no valid object. */
  async #ask(name: string, question: ModelQuestion): Promise<JsonObject | null> {
    const { steps } = this.#parts;
    return this.#patience.ask(
      () => steps.once<JsonObject | null>(name, question, () => this.#paid(question)),
      `the model gave no usable answer to "${name}"`,
    );
  }

  async #paid(question: ModelQuestion) {
    const { model, steps, maxCostUsd, signal } = this.#parts;
    const estimate = model.estimateUsd(question);
    if (maxCostUsd !== null && steps.spentUsd + this.#pendingUsd + estimate > maxCostUsd) {
      throw new CostLimitReached(`the next step would cost more than max_cost_usd (${maxCostUsd})`);
    }
    this.#pendingUsd += estimate;
    try {
      const { value, consumption } = await model.ask(question, signal, (lost) => steps.addLoss(lost));
      return { output: value, consumption: [consumption] };
    } catch (error) {
      // A vendor that refuses the question will refuse the next one, too; it is counted as an answer that says nothing.
      if (isOfFamily(error, 'upstream') && !errorCatalogue[error.code].retryable) {
        return { output: null };
      }
      if (isAppError(error, 'budget_exceeded')) throw new CostLimitReached(error.message, { cause: error });
      throw error;
    } finally {
      this.#pendingUsd -= estimate;
    }
  }
}

interface PlacedSection extends OutlineSection {
  outline: { sections: OutlineSection[] };
  index: number;
}

interface OutlineSection {
  heading: string;
  claims: Claim[];
}

/** As many claims as a report can cite, shared fairly among the questions. */
function citable({ claims, maxCitations }: ResearchState): Claim[] {
  return fairShare(claims).slice(0, maxCitations);
}
