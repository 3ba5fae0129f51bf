import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

/** A postal code and a town, where they follow a street. */
const town =
  '(?:,? ?(?:[A-Z]-)?\\d{4,5} \\p{Lu}[\\p{L}-]{1,30}(?: (?:am|an der|a\\. ?d\\.|la|de|del|sur|les?) \\p{L}{2,20}| \\p{Lu}[\\p{L}-]{1,20})?)?';
const before = '(?<![\\p{L}\\d])';
const after = '(?![\\p{L}\\d])';
const house = '\\d{1,4}(?: ?[a-zA-Z](?![\\p{L}]))?(?: ?[-–] ?\\d{1,4})?';

const streets = [
  // Lindenstraße 12b, 10969 Berlin · Am Alten Markt 3 · Berliner Straße 4
  `${before}\\p{Lu}[\\p{L}.-]{1,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|steig|markt) ${house}${town}${after}`,
  `${before}\\p{Lu}[\\p{L}.-]{1,25}[ -](?:Straße|Strasse|Str\\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer|Chaussee) ${house}${town}${after}`,
  `${before}(?:Am|An der|An den|Im|In der|Auf der|Zum|Zur|Unter den) \\p{Lu}[\\p{L}-]{2,25}(?: \\p{Lu}[\\p{L}-]{2,25})? ${house}, ?\\d{5} \\p{Lu}[\\p{L}-]{1,30}${after}`,
  // 42 Baker Street, London NW1 6XE · 1600 Pennsylvania Ave, Washington, DC 20500
  `${before}\\d{1,5}[A-Za-z]?,? (?:\\p{Lu}[\\p{L}'’.-]{0,20} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Terrace|Close|Crescent|Square|Place|Pl|Gardens|Hill|Row|Parkway|Circle)(?![\\p{L}])\\.?(?:,? (?:Apt|Suite|Unit|Flat)\\.? ?\\w{1,5})?(?:, \\p{Lu}[\\p{L}'’-]{1,20}(?: \\p{Lu}[\\p{L}'’-]{1,20})?)?(?:,? [A-Z]{2} \\d{5}(?:-\\d{4})?|,? [A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})?${after}`,
  // Calle Mayor 3, 28013 Madrid · Avda. de la Constitución, n.º 12
  `${before}(?:Calle|C/|Avenida|Avda\\.|Av\\.|Plaza|Pza\\.|Paseo|Carrera|Camino|Ronda|Travesía|Gran Vía)(?: (?:de |del |de la |de los |de las )?(?:\\p{Lu}[\\p{L}.-]{1,20} ?(?:de |del |la |las |los |y )?){1,4})?,? ?(?:n[.ºo°]{1,3} ?|núm\\. ?)?\\d{1,4}(?:,? \\d{1,2}[ºª°]? ?(?:[A-Z](?![\\p{L}]))?)?${town}${after}`,
  // 12 bis, rue de la Paix, 75002 Paris
  `${before}\\d{1,4}(?: ?(?:bis|ter|quater))?,? (?:rue|avenue|av\\.|boulevard|bd|place|impasse|allée|chemin|quai|cours|route|square|passage) (?:de la |de l['’]|des |du |de |d['’])?(?:\\p{L}[\\p{L}'’.-]{0,20}[ -]?){1,5}?(?:,? \\d{5} \\p{Lu}[\\p{L}-]{1,30}|(?=[.,;:!?\\n)]|$| (?:à|est|et|où|depuis|pour|avec|dans|chez)(?![\\p{L}])))${after}`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** Streets with a number of a house, and the town where it follows. */
export function findAddresses(text: string): PersonalDatum[] {
  return streets.flatMap((pattern) => matches(text, pattern, 'address'));
}
