import type { JsonObject } from '@parley/contract';
import type { ModelQuestion, ResearchModel } from '../../src/features/research/researchers/research-model.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';

export interface GivenClaim {
  text: string;
  quote: string;
  source: string;
}

export interface ScriptedResearcher {
  /** What is claimed of a batch of sources; default: every sentence proves itself. */
  claims?(honest: GivenClaim[]): GivenClaim[];
  /** What is written from claims; default: the claims' own texts. */
  sentences?(honest: { text: string; claim_ids: string[] }[]): { text: string; claim_ids: string[] }[];
  structured?(claims: { id: string; text: string }[]): JsonObject;
  /** Whether a quote says a statement; default: when it holds it to the letter. */
  supports?(statement: string, quote: string): boolean;
  queries?: string[];
  delayMs?: number;
}

export interface ScriptedResearchModel extends ResearchModel {
  /** Every question that was answered. */
  questions: ModelQuestion[];
}

/** A model that plays the parts of research from what the prompts hold, honestly unless the script says otherwise. */
export function scriptedResearchModel(script: ScriptedResearcher = {}, costUsd = 0.01): ScriptedResearchModel {
  const questions: ModelQuestion[] = [];
  return {
    id: 'scripted',
    isEmbedded: false,
    materialCharacters: 30_000,
    questions,
    estimateUsd: () => costUsd,
    async ask(question, signal) {
      if (script.delayMs) await new Promise((resolve) => setTimeout(resolve, script.delayMs));
      signal.throwIfAborted();
      questions.push(question);
      const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10 };
      return {
        value: answer(question, script),
        consumption: { model: 'scripted', usage, costUsd, upstreamCostUsd: 0 },
      };
    },
  };
}

/** The same as a vendor's model, behind the whole ladder of structured calls. */
export function scriptedVendor(script: ScriptedResearcher = {}): LanguageModel {
  return {
    id: 'vendor/scripted',
    embedded: false,
    async *stream(prompt) {
      const [message] = prompt.messages;
      const part = message?.role === 'user' ? message.parts[0] : undefined;
      const text = part?.type === 'text' ? part.text : '';
      yield { type: 'text-delta', text: JSON.stringify(answer({ system: prompt.system, text }, script)) };
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 10 } };
    },
  };
}

function answer({ system, text }: Pick<ModelQuestion, 'system' | 'text'>, script: ScriptedResearcher): JsonObject {
  if (system.startsWith('You plan research')) {
    const task = /Task:\n(.*)/.exec(text)?.[1] ?? '';
    return {
      title: 'Report',
      questions: [{ question: task, queries: [task, 'tidal power station', 'energy store homes'] }],
    };
  }
  if (system.startsWith('You extract claims')) {
    const honest = sourcesIn(text).flatMap(({ id, body }) =>
      body
        .split(/(?<=\.)\s+/)
        .map((sentence) => ({ text: sentence.trim(), quote: sentence.trim(), source: id, question: 0 })),
    );
    const given = script.claims ? script.claims(honest) : honest;
    return { claims: given.map((claim) => ({ ...claim, question: 0 })) };
  }
  if (system.startsWith('You judge')) {
    const pairs = [
      ...text.matchAll(/<pair number="(\d+)">\n<quote>([\s\S]*?)<\/quote>\n<statement>([\s\S]*?)<\/statement>/g),
    ];
    return {
      verdicts: pairs.map(([, number, quote = '', statement = '']) => ({
        pair: Number(number),
        supported: script.supports ? script.supports(statement, quote) : quote.includes(statement),
      })),
    };
  }
  if (system.startsWith('You review research')) return { queries: script.queries ?? [] };
  const claims = claimsIn(text);
  if (system.startsWith('You arrange')) {
    return {
      title: 'What the stations say',
      sections: [{ heading: 'Stations', claim_ids: claims.map((claim) => claim.id) }],
    };
  }
  if (system.startsWith('You fill')) return script.structured ? script.structured(claims) : {};
  const honest = claims.map((claim) => ({ text: claim.text, claim_ids: [claim.id] }));
  return { sentences: script.sentences ? script.sentences(honest) : honest };
}

function sourcesIn(text: string): { id: string; body: string }[] {
  return [...text.matchAll(/<source id="(s\d+)"[^>]*>\n([\s\S]*?)\n<\/source>/g)].map((match) => ({
    id: match[1] ?? '',
    body: match[2] ?? '',
  }));
}

function claimsIn(text: string): { id: string; text: string }[] {
  return [...text.matchAll(/<claim id="(c\d+)"[^>]*>\n([^\n]*)\n/g)].map((match) => ({
    id: match[1] ?? '',
    text: match[2] ?? '',
  }));
}
