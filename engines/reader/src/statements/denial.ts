const negation =
  /(?<!\p{L})(?:not|no|never|without|nor|neither|n['’]t|cannot|nicht|kein\p{L}{0,2}|nie|niemals|ohne|weder|ne|n['’](?=\p{L})|pas|sans|aucune?|jamais|ni|non|sin|tampoco|ningun[oa]?|ningún|nunca)(?!\p{L})|(?<=\p{L})n['’]t(?!\p{L})/iu;
const partEnd = /[,;:–—](?=\s)|\s(?=(?:and|und|y|et|but|aber|sondern|pero|mais)\s)/giu;
const notOnly = /(?<!\p{L})(?:not only|nicht nur|no sólo|no solo|non seulement)(?!\p{L})/giu;
/** "No later than", "nicht weniger als": a bound, and no denial. */
const bound =
  /(?<!\p{L})(?:not?|nicht|non|pas|no)\s+(?:more|less|later|earlier|over|under|before|mehr|weniger|später|früher|plus|moins|más|menos)(?!\p{L})/giu;

/** Whether a part of a sentence says that something is not so. */
export const isDenied = (part: string): boolean => negation.test(part.replaceAll(notOnly, ' ').replaceAll(bound, ' '));

/** What stands between the marks around a place. */
export function partAt(text: string, at: number): string {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(partEnd)) {
    if (index >= at) return text.slice(start, index);
    start = index + mark.length;
  }
  return text.slice(start);
}
