import type { TracedStep } from '../../../../lib/traced.ts';
import type { PromptDocument } from '../../../../ports/language-model.ts';

/** Places shown of a retrieval. */
const mostPlaces = 12;

/** Where the passages stand that were found, best first; of a document that was taken whole, all of it. */
export function placesOf(found: readonly PromptDocument[]): Pick<TracedStep, 'passages'> {
  const places = found.flatMap(({ fileId, filename, text, passages, ranked }) =>
    (ranked ?? passages ?? [{ start: 0, end: text.length }]).slice(0, mostPlaces).map((passage) => ({
      score: 'score' in passage ? passage.score : 0,
      place: {
        file_id: fileId,
        filename,
        ...('page' in passage && typeof passage.page === 'number' && { page: passage.page }),
        start: passage.start,
        end: passage.end,
      },
    })),
  );
  const best = places.sort((one, other) => other.score - one.score);
  return { passages: best.slice(0, mostPlaces).map(({ place }) => place) };
}
