import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { languageSaid } from '../text/function-words.ts';
import { loadTagger } from '../text/part-of-speech.ts';
import { type Inquiry, openInquiry, viewMaterial } from './inquiry.ts';
import { passageFeatures } from './passage-features.ts';
import type { Material } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

/** A sentence and how likely it answers (0 to 1; calibrated on articles that the weights have not seen). */
export interface RatedPassage {
  view: SentenceView;
  chance: number;
}

export interface FoundPassages {
  inquiry: Inquiry;
  /** Best first; empty when no sentence shares anything with the question. */
  passages: RatedPassage[];
}

/** Looks for the sentences of the material that answer a question. */
export async function findPassages(text: string, material: Material): Promise<FoundPassages> {
  const language = languageSaid(text) ?? material.language;
  const [tagger, trees, asked] = await Promise.all([loadTagger(material.language), loadTrees(), loadTagger(language)]);
  const inquiry = openInquiry(text, material, { language, tagger: asked });
  return { inquiry, passages: ratePassages(inquiry, viewMaterial(inquiry, tagger), trees) };
}

function ratePassages(inquiry: Inquiry, views: SentenceView[], trees: TreeEnsemble): RatedPassage[] {
  return views
    .map((view) => ({ view, chance: 1 / (1 + Math.exp(-trees.score(passageFeatures(inquiry, view, views)))) }))
    .sort((one, other) => other.chance - one.chance);
}

let loading: Promise<TreeEnsemble> | undefined;

function loadTrees(): Promise<TreeEnsemble> {
  loading ??= readTrees();
  return loading;
}

async function readTrees(): Promise<TreeEnsemble> {
  const { default: stored }: { default: StoredTrees } = await import('./passage-weights.json', {
    with: { type: 'json' },
  });
  return new TreeEnsemble(stored);
}
