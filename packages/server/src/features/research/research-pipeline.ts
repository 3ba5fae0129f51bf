// long because every step of one run, and what it says where it falls short, share the state of the run
import type { JsonObject, ResearchProgress, ResearchResult } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type ComposedReport,
  composeReport,
  doubtfulSentences,
  plainSentence,
  type ReportMaterial,
} from './report/compose-report.ts';
import { composeStructured } from './report/compose-structured.ts';
import type { ResearchPlan } from './research-plan.ts';
import type { AcceptedRequest, Brief, Claim, ReportDraft } from './research-types.ts';
import type { ReadSource, RejectedClaim, Researcher, ResearchState, StatementPair } from './researcher.ts';
import { answeringClaims } from './researchers/answering-claims.ts';
import { CostLimitReached, type ModelCounts, ModelGaveUp } from './researchers/research-model.ts';
import type { SourceGatherer } from './sources/source-gatherer.ts';
import { type VerifierParts, verifyClaims } from './verification/verify-claims.ts';

export interface PipelineParts {
  id: string;
  request: AcceptedRequest;
  plan: ResearchPlan;
  /** The connected model, or the extractive researcher when there is none. */
  researcher: Researcher;
  /** Takes over when the cost limit is reached. */
  plainResearcher: Researcher;
  gatherer: SourceGatherer;
  verifier: VerifierParts;
  clock: Clock;
  startedAt: number;
  spentUsd(): number;
  onProgress(progress: ResearchProgress): Promise<void>;
}

/** A question that fewer sources speak to is thin. */
const leastSources = 2;
const mostRejected = 500;
/** Files that a report names as looked through. */
const mostNamed = 30;
const batchSize = 3;
const batchesAtOnce = 3;
/** Share of the time after which no further round begins. */
const gatheringShare = 0.6;
/** Pages tried for one that is wanted: many fail or say nothing. */
const readsPerSource = 3;

/** One run from the instructions to the report: brief, then rounds of searching, reading and proving, then writing. */
export class ResearchPipeline {
  readonly #parts: PipelineParts;
  #researcher: Researcher;
  #batch = 0;
  #stopReason: string | null = null;
  #degraded: ModelCounts | null = null;
  readonly #claims: Claim[] = [];
  readonly #rejected: RejectedClaim[] = [];
  readonly #searched: string[] = [];

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#researcher = parts.researcher;
  }

  async run(): Promise<Omit<ResearchResult, 'success' | 'research_id' | 'status'>> {
    const { plan, gatherer, request } = this.#parts;
    await this.#tell('brief', 'Planning');
    const brief = await this.#think((researcher) => researcher.brief());
    await this.#gather(brief);
    if (this.#claims.length === 0) this.#refuseUnread();
    await this.#tell('write', 'Writing the report');
    const state = this.#state(brief);
    const material = {
      claims: state.claims,
      sources: state.sources,
      instructions: request.instructions,
      maxCitations: plan.maxCitations,
      minSources: plan.minSources,
    };
    const { schema } = request;
    const report: Omit<ComposedReport, 'output'> & { output: ResearchResult['output']; unverified?: string[] } =
      schema === null
        ? await this.#compose(await this.#draft(state), material)
        : await composeStructured(
            { fill: (problems) => this.#fill(state, schema, problems), judge: (pairs) => this.#judge(pairs) },
            material,
            schema,
          );
    return {
      output: report.output,
      citations: report.citations,
      ...(report.unverified && { unverified: report.unverified }),
      searches_performed: gatherer.searchesPerformed,
      queries: gatherer.sent,
      pages_read: gatherer.pagesRead,
      ...this.#shortfall(report.citedSources, brief),
      ...(this.#degraded && { degraded: this.#degraded }),
      failed_sources: gatherer.failed.slice(0, 200),
      model: this.#parts.researcher.modelId,
      cost_usd: this.#parts.spentUsd(),
    };
  }

  /** Where nothing was proven there is nothing to write from. */
  async #draft(state: ResearchState): Promise<ReportDraft> {
    if (state.claims.length === 0) return { title: state.brief.title, sections: [] };
    return this.#think((researcher) => researcher.report(state));
  }

  /** An object needs the model itself: without it there is none. */
  async #fill(state: ResearchState, schema: JsonObject, problems: string[]): Promise<JsonObject> {
    try {
      if (this.#degraded) throw new ModelGaveUp(this.#degraded);
      return await this.#researcher.structured(state, schema, problems);
    } catch (error) {
      if (!(error instanceof ModelGaveUp)) throw error;
      const { calls, failed } = error.counts;
      throw new AppError('schema_not_met', `The model gave no usable answer to ${failed} of ${calls} questions.`, {
        cause: error,
        details: `${error.message}; ask without output_schema for a report in the sources' own words, or name another model`,
      });
    }
  }

  /** What was written in words of its own is held against its quotes once more. */
  async #compose(draft: ReportDraft, material: ReportMaterial): Promise<ComposedReport> {
    const verdicts = await this.#judge(doubtfulSentences(draft, material));
    const report = composeReport(draft, { ...material, verdicts });
    if (report.citations.length === 0) return { ...report, output: this.#emptyReport(report) };
    return { ...report, output: `${report.output}${this.#lookedThrough()}` };
  }

  /** What a connected model says of statements in other words than their quotes; none of those that it could not judge. */
  async #judge(doubtful: readonly StatementPair[]): Promise<ReadonlyMap<string, boolean>> {
    const given = await this.#think((researcher) => researcher.confirm('report', doubtful));
    return new Map(
      doubtful.flatMap(({ statement }, index): [string, boolean][] => {
        const verdict = given[index] ?? null;
        return verdict === null ? [] : [[statement, verdict]];
      }),
    );
  }

  async #gather(brief: Brief): Promise<void> {
    const { plan, gatherer, request } = this.#parts;
    if (request.web === false) {
      await this.#readAndProve(brief, plan.maxSources);
      return this.#proveAll(brief, gatherer.admitReserve(plan.minSources));
    }
    let queries = interleaved(brief.queries);
    for (let round = 0; round < plan.rounds; round += 1) {
      this.#searched.push(...queries);
      await gatherer.search(queries);
      // The caller's own files are sources whether a search answers or not.
      const isAlone = gatherer.sources.length === 0 && !gatherer.hasFiles;
      if (round === 0 && gatherer.searchFailure && isAlone) throw this.#searchFailed();
      // Room is left for what the reflection finds; the last round fills up.
      const share = round + 1 === plan.rounds ? 1 : 0.7 + 0.3 * (round / plan.rounds);
      await this.#readAndProve(brief, Math.ceil(plan.maxSources * share) - gatherer.sources.length);
      if (gatherer.sources.length >= plan.maxSources || this.#isLate()) break;
      if (round + 1 === plan.rounds) break;
      await this.#tell('reflect', 'Looking for gaps');
      queries = await this.#think((researcher) => researcher.reflect(round, this.#state(brief)));
      if (queries.length === 0) break;
    }
    await this.#readAndProve(brief, plan.maxSources - gatherer.sources.length);
    await this.#proveAll(brief, gatherer.admitReserve(plan.minSources));
    // Links of pages that were found are the last resort: they were not asked for.
    while (gatherer.sources.length < plan.minSources && !this.#isLate() && gatherer.followLinks()) {
      await this.#readAndProve(brief, plan.maxSources - gatherer.sources.length);
    }
  }

  async #readAndProve(brief: Brief, wanted: number): Promise<void> {
    if (wanted <= 0 || this.#isLate()) return;
    await this.#proveAll(brief, await this.#parts.gatherer.read(brief, wanted, wanted * readsPerSource));
  }

  async #proveAll(brief: Brief, read: ReadSource[]): Promise<void> {
    if (read.length === 0) return;
    await this.#tell('claims', `Checking what ${read.length} sources say`);
    for (let start = 0; start < read.length; start += batchSize * batchesAtOnce) {
      const batches: ReadSource[][] = [];
      for (let at = start; at < Math.min(read.length, start + batchSize * batchesAtOnce); at += batchSize) {
        batches.push(read.slice(at, at + batchSize));
      }
      const proven = await Promise.all(batches.map((batch) => this.#prove(brief, batch)));
      for (const claim of proven.flat()) this.#claims.push({ ...claim, id: `c${this.#claims.length + 1}` });
    }
  }

  async #prove(brief: Brief, batch: ReadSource[]): Promise<Claim[]> {
    this.#batch += 1;
    const number = this.#batch;
    const drafts = await this.#think((researcher) => researcher.claims(brief, number, batch));
    const onRejected = (rejected: RejectedClaim) => {
      if (this.#rejected.length < mostRejected) this.#rejected.push(rejected);
    };
    const { gatherer, verifier } = this.#parts;
    const claims = { drafts, read: batch, sources: gatherer.sources };
    return verifyClaims(claims, { ...verifier, onRejected }, (pairs) =>
      this.#think((researcher) => researcher.confirm(`claims-${number}`, pairs)),
    );
  }

  /** Asks the researcher; when the money is used up the plain one goes on with what is there. */
  async #think<Output>(ask: (researcher: Researcher) => Promise<Output>): Promise<Output> {
    try {
      return await ask(this.#researcher);
    } catch (error) {
      if (error instanceof ModelGaveUp) this.#degraded = error.counts;
      else if (!(error instanceof CostLimitReached)) throw error;
      this.#researcher = this.#parts.plainResearcher;
      this.#stopReason = error.message;
      return ask(this.#researcher);
    }
  }

  #state(brief: Brief): ResearchState {
    const claims = answeringClaims(brief, this.#claims).sort(
      (left, right) => right.score - left.score || order(left) - order(right),
    );
    const { gatherer, plan } = this.#parts;
    const [rejected, searched] = [this.#rejected, this.#searched];
    return { brief, sources: gatherer.sources, claims, rejected, searched, maxCitations: plan.maxCitations };
  }

  #isLate(): boolean {
    const { clock, startedAt, plan } = this.#parts;
    if (clock.now() - startedAt < plan.maxMs * gatheringShare) return false;
    this.#stopReason ??= 'the time for gathering was used up';
    return true;
  }

  #shortfall(cited: number, brief: Brief): Pick<ResearchResult, 'shortfall'> {
    const { plan, gatherer } = this.#parts;
    const thin = this.#thin(brief);
    if (cited >= plan.minSources && thin.length === 0) return {};
    const failure = gatherer.failed.length > 0 ? `${gatherer.failed.length} addresses could not be read` : null;
    const few = cited < plan.minSources ? 'no more sources that speak to the questions were found' : null;
    const uneven = thin.length > 0 ? `little was found on ${thin.length} of ${brief.questions.length} questions` : null;
    const reasons = [this.#stopReason, failure, few, uneven];
    return {
      shortfall: {
        wanted: plan.minSources,
        cited,
        read: gatherer.pagesRead,
        found: gatherer.found,
        reason: reasons.filter((reason) => reason !== null).join('; '),
        ...(thin.length > 0 && { thin }),
      },
    };
  }

  /** Questions of several on which next to nothing was proven. */
  #thin(brief: Brief): NonNullable<NonNullable<ResearchResult['shortfall']>['thin']> {
    if (brief.questions.length < 2) return [];
    return brief.questions.flatMap((question, index) => {
      const mine = this.#claims.filter((claim) => claim.question === index);
      const sources = new Set(mine.map(({ source }) => source)).size;
      return sources < leastSources ? [{ question, claims: mine.length, sources }] : [];
    });
  }

  #searchFailed(): AppError {
    const failure = this.#parts.gatherer.searchFailure;
    const known = (['search_refused', 'search_timeout', 'search_unavailable'] as const).find(
      (code) => code === failure?.code,
    );
    return new AppError(known ?? 'search_refused', failure?.message ?? 'No search back end answered', {
      ...(failure?.details && { details: failure.details }),
    });
  }

  /** That no source speaks to the instructions is a finding; that none could be read, and an object without a source, are not. */
  #refuseUnread(): void {
    const { gatherer, request } = this.#parts;
    const [failed] = gatherer.failed;
    const isUnread = gatherer.pagesRead === 0 && gatherer.filesRead.length === 0 && failed !== undefined;
    if (!isUnread && request.schema === null) return;
    const read = `${gatherer.searchesPerformed} searches found ${gatherer.found} addresses, ${gatherer.pagesRead} of them and ${gatherer.filesRead.length} files could be read`;
    throw new AppError(
      'research_failed',
      isUnread
        ? 'None of the sources that were found could be read.'
        : 'No source was found that speaks to the instructions.',
      { details: isUnread ? `${read}; ${failed.url}: ${failed.reason}` : read },
    );
  }

  /** Says so where nothing can be cited, and what was looked through. */
  #emptyReport({ output }: ComposedReport): string {
    const { gatherer, plainResearcher } = this.#parts;
    const { searchesPerformed, found, pagesRead, filesRead } = gatherer;
    const title = output.split('\n', 1)[0];
    const why =
      this.#claims.length > 0
        ? `${this.#claims.length} passages were found, and no sentence of the report could be shown to stand on them.`
        : searchesPerformed === 0
          ? `No passage of the ${filesRead.length} files speaks to the instructions.`
          : `No source was found that speaks to the instructions. ${searchesPerformed} searches found ${found} addresses; ${pagesRead} pages${filesRead.length === 0 ? '' : ` and ${filesRead.length} files`} were read.`;
    const how =
      this.#researcher === plainResearcher
        ? ' Without a connected model only what shares words with them is found.'
        : '';
    return `${title}\n\n${why}${how}${this.#lookedThrough()}`;
  }

  /** The caller's files, where no connected model has read them: what is not quoted was looked at all the same. */
  #lookedThrough(): string {
    const { gatherer, plainResearcher } = this.#parts;
    const { filesRead } = gatherer;
    if (filesRead.length === 0 || this.#researcher !== plainResearcher) return '';
    const names = filesRead.slice(0, mostNamed).map(plainSentence);
    const more = filesRead.length > mostNamed ? ` and ${filesRead.length - mostNamed} more` : '';
    const files = filesRead.length === 1 ? '1 file was' : `${filesRead.length} files were`;
    return `\n\n## Looked through\n\n${files} looked through: ${names.join(', ')}${more}.`;
  }

  #tell(step: string, message: string): Promise<void> {
    const { gatherer, onProgress } = this.#parts;
    return onProgress({ step, message, sources_found: gatherer.found, pages_read: gatherer.pagesRead });
  }
}

function order(claim: Claim): number {
  return Number(claim.id.slice(1));
}

/** The first query of each question, then the second of each, and so on. */
function interleaved(lists: readonly string[][]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const queries = Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  return [...new Set(queries)];
}
