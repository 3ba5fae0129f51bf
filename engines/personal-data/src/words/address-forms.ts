// bounded: what starts with ^ or ends with $ sees 90 characters; each repeat of the others has a bound

const name = "\\p{Lu}[\\p{L}'’.-]{0,30}";
const small =
  '(?:am|an|der|den|dem|im|in|bei|ob|unter|v\\.|d\\.|a\\.|vor|la|las|los|el|le|les|de|del|du|des|sur|sous|en|lès|upon|on|the|of|y|et|und|aux|au|à)';
const words = `(?:(?:${small} |[dl]['’])?){1,3}`;
const house =
  '\\d{1,5}(?:[ ]?[a-zA-Z](?![\\p{L}\\d]))?(?: ?(?:bis|ter|quater)(?!\\p{L}))?(?: ?[-–/+] ?\\d{1,4}[a-z]?(?![\\p{L}\\d])){0,3}';
const town = `${name}(?:[ ]${words}${name}){0,3}`;
const before = '(?<![\\p{L}\\d])';
const after = '(?![\\p{L}\\d])';
const gap = '(?: ?, ?\\n? ?| ?\\n ?| )';
const code = '(?:(?:[A-Z]{1,3}[- ])?\\d{4,5}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})';

/** A town with its postal code, before or behind it, after a comma, a space or a line break. */
export const localities = new RegExp(
  `^(?: ?[–—-]| ?\\()?${gap}(?:(?:in )?${code} (?:${town}|\\p{Ll}{3,20}(?!\\p{L}))(?: cedex(?: \\d{1,2})?)?|${town},? (?:[A-Z]{2}|${name}(?: ${name})?),? \\d{5}(?:-\\d{4})?|(?:${town},? )?(?:[A-Z]{2} )?[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|(?:Dublin \\d{1,2},? )?[A-Z]\\d{2} ?[A-Z\\d]{4}|(?:${town},? ?\\n?)?[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|${town} ?,? ?\\(?(?:CP ?|C\\.P\\. ?)?\\d{5}\\)?|C\\.?P\\.? ?\\d{5}(?: ${town})?)${after}`,
  'u',
);

/** Further parts of an address: floors and doors, then quarters and towns without a code. */
export const parts = [
  // Whatever it is, where the postal code and the town follow.
  `[^,\\n]{1,30}(?=(?: ?,[^,\\n]{1,30})?(?: ?, ?\\n? ?| ?\\n ?)(?:(?:[A-Z]{1,2}-)?\\d{4,5} \\p{L}{3}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}))`,
  `(?:apto|apt|apartment|apartamento|appartement|appt?|flat|unit|suite|ste|room|floor|piso|planta|puerta|pta|esc(?:alera)?|portal|bloque|blq|bajo|entresuelo|ático|depto|dpto|departamento|local|of|oficina|int(?:erior)?|bât(?:iment)?|bat|étage|esc(?:alier)?|porte|résidence|rés|lot|hinterhaus|vorderhaus|seitenflügel|app|wohnung|whg|og|eg|dg|stock|etage|c/o|col(?:onia)?|barrio|urb)\\.? ?(?:n\\.?º ?)?[\\p{L}\\d.ºª'’-]{0,20}`,
  '#? ?\\d{1,3}\\.? ?(?:º|ª|°|er|ère|e|ème|[oaª]|st|nd|rd|th)\\.? ?(?:(?:floor|stock|etage|og|étage|izq(?:uierda|da)?|dcha|derecha|piso|planta|centro|ctro|puerta|[A-Z](?!\\p{L})|\\d)\\.?)?(?: ?,? ?(?:izq(?:uierda|da)?|dcha|derecha|puerta|pta|[A-Z](?!\\p{L}))\\.? ?\\d?)?',
  '#? ?\\d{1,4}(?: ?[A-Z])?(?= ?[,\\n])',
  '\\d{1,2}\\. (?:OG|Stock|Etage|Obergeschoss)',
  '(?:bajo|entresuelo|ático|hinterhaus|rdc|rez-de-chaussée)(?: [a-z\\d](?!\\p{L}))?',
  `(?:BP|CS|PO Box|Postfach) ?\\d[\\d ]{1,7}`,
]
  .map((part) => `^ ?[,–-] ?\\n? ?${part}${after}`)
  .concat(
    // Only where nothing but a stop follows: what goes on is a sentence.
    `^(?: ?, ?\\n? ?)${town}(?=\\s{0,2}(?:[,.;)\\n]|$))`,
    `^,? (?:in|à|en|a|de) ${town}${after}`,
  )
  .map((pattern) => new RegExp(pattern, 'iu'.replace('i', pattern.includes(town) ? '' : 'i')));

/** Flats, houses, buildings and towns with their code before a street. */
export const partsInFront = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:[A-Z]{1,2}-)?\\d{4,5} ${name}(?: ${name})?|(?:flat|apartment|apt|unit|suite|room|appartement|appt?|bât(?:iment)?|bat|résidence|rés|edificio|edif|bloque|portal|piso|wohnung|haus)\\.? ?[\\p{L}\\d'’-]{1,20}(?: [\\p{Lu}][\\p{L}'’-]{1,20}){0,2}|(?:[Tt]he )?(?:${name} ){0,2}(?:${name}|House|Court|Cottage|Farm|Building|Tower|Mill|Lodge|Hall|Barn)(?<=[Tt]he ${name}|House|Court|Cottage|Farm|Building|Tower|Mill|Lodge|Hall|Barn|Grange|Works|Wharf|Mansions))(?: ?, ?\\n? ?| ?\\n)$`,
  'iu',
);

const german =
  'stra(?:ß|ss)e|str\\.?|weg|platz|allee|gasse|gässle|gässchen|ring|damm|ufer|chaussee|steig|stieg|markt|promenade|pfad|steg|kamp|zeile|reihe|graben|wall|twiete|redder|stiege|brücke|kai|anger|winkel';
const english =
  'Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Terrace|Close|Crescent|Cres|Square|Sq|Place|Pl|Gardens|Gdns|Hill|Row|Parkway|Pkwy|Circle|Cir|Grove|Mews|Walk|Park|Green|Quay|Wharf|View|Rise|Trail|Loop|Highway|Hwy|Alley|Plaza|Path|Vale|Parade|Esplanade|Broadway|Approach|Yard|Bridge|Point|Run|Ridge|Crossing|Common|Croft|Drove|Fold|Gate|Wynd|Brae';
const spanish =
  '[Cc]alle|[Cc]\\/ ?|[Cc]l\\.|[Aa]venida|[Aa]vda\\.?|[Aa]v\\.?|[Pp]laza|[Pp]la?za\\.?|[Pp]za\\.?|[Pp]lazuela|[Pp]aseo|[Pp]º|[Pp]\\.º|[Cc]amino|[Cc]no\\.|[Cc]arretera|[Cc]tra\\.?|[Rr]onda|[Tt]raves[ií]a|[Pp]asaje|[Cc]allej[oó]n|[Rr]ambla|[Gg]lorieta|[Uu]rbanizaci[oó]n|[Uu]rb\\.|[Cc]arrer|[Aa]vinguda|[Cc]uesta|[Cc]ostanilla|[Bb]ulevar|[Cc]alzada|[Jj]ir[oó]n|[Cc]arrera|[Cc]ra\\.|[Pp]oblado|[Pp]ol[ií]gono|[Gg]ran [Vv][ií]a|[Bb]arrio|[Ss]enda|[Cc]a[ñn]ada|[Aa]lameda|[Mm]uelle|[Pp]aratge|[Cc]allejuela|[Bb]ajada|[Ss]ubida';
const french =
  'rue|ruelle|avenue|av\\.?|boulevard|bld|boul\\.|bd|blvd|place|pl\\.|impasse|imp\\.|allées?|chemin|ch\\.|quai|cours|route|rte|square|sq\\.|passage|montée|sentier|sente|venelle|résidence|lotissement|faubourg|fbg|fg|esplanade|promenade|cité|hameau|lieu-dit|traverse|voie|clos|mail|parvis|rond-point|côte|villa|cour|galerie|rampe|escalier|domaine|enclos|carrefour|chaussée|drève';
const frenchWord = "(?:(?:de la|de l['’]|des|du|de|d['’]|aux|au|à la|à l['’]|la|le|les|l['’]|sur|et|en|sous) ?)";
const frenchName = `(?:${frenchWord}){0,2}(?:(?:[\\p{L}][\\p{L}'’.-]{0,25}|\\d{1,2})(?: (?=[\\p{Lu}\\d])| ${frenchWord}{1,2}(?=\\p{Lu}))){0,5}[\\p{L}][\\p{L}'’.-]{0,25}(?: \\d{4}(?=,? \\d{5}))?`;
const number =
  '(?:,? (?:casa|parcela|chalet|bloque|nave|portal|edificio|km) |,? ?(?:n\\.?[ºo°]{1,2}\\.?|n[úu]m(?:ero|\\.)?|nr\\.?|no\\.?|nº|#) ?|,? )';

export interface Anchor {
  pattern: RegExp;
  /** It counts only where a town with its code follows. */
  needsTown: boolean;
}
const anchor = (pattern: string, needsTown = false): Anchor => ({ pattern: new RegExp(pattern, 'gu'), needsTown });

/** Streets with the number of a house, by how the countries write them, and post boxes. */
export const anchors: readonly Anchor[] = [
  // Lindenstraße 12b · Berliner Straße 4 · Straße des 17. Juni 135 · Am Alten Markt 3
  anchor(`${before}\\p{Lu}[\\p{L}.-]{1,30}(?:${german})(?<!\\bStr|[Mm]arkt) ${house}${after}`),
  anchor(
    `${before}(?:${name} |${name}-){1,3}(?:Straße|Strasse|Str\\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer|Chaussee|Markt|Steig|Graben|Promenade) ${house}${after}`,
  ),
  anchor(`${before}Stra(?:ß|ss)e (?:de[rsmn]|zum|zur) (?:\\d{1,2}\\. )?${name}(?: ${name})? ${house}${after}`),
  anchor(`${before}\\p{Lu}[\\p{L}.-]{1,30}straße ${house}${after}`),
  anchor(
    `${before}(?:Am|An der|An den|Im|In der|In den|Auf der|Auf dem|Zum|Zur|Unter den|Hinter der|Vor dem|Bei der|Beim|Alter|Alte|Neue|Neuer|Große|Kleine|Obere|Untere|Hohe|Lange) ${name}(?: ${name})? ${house}${after}`,
    true,
  ),
  // Deichreihe 2, 25999 Süderhöft: anything with a number, and a town with its code
  anchor(
    `${before}(?:${name} (?:(?:am|an der|in der|auf der|de la|de|du|des|del|zum|zur|im|der|den|la|le) )?){0,3}${name} ${house}(?=(?: ?, ?\\n? ?| ?\\n ?)(?:[A-Z]{1,2}-)?\\d{4,5} \\p{Lu})`,
    true,
  ),
  anchor(
    `${before}(?:Postfach|Postf\\.|P\\.? ?O\\.? Box|Apartado de [Cc]orreos|Apartado|Apdo\\.?(?: de [Cc]orreos)?|Bo[iî]te [Pp]ostale|Case [Pp]ostale|PF) ?(?:n\\.?º ?)?\\d(?: ?\\d){1,7}${after}`,
  ),
  anchor(`${before}(?:BP|B\\.P\\.|CS) ?\\d[\\d ]{1,7}(?=[,\\n ])`, true),
  anchor(`${before}\\p{L}{3,30}(?:straße|strasse|str\\.?) \\d{1,4}(?: ?[a-z](?!\\p{L}))?${after}`),
  // Where people say that they live there.
  anchor(
    `(?<=(?:[Ww]ohn(?:e|t|en|haft)|[Aa]nschrift|[Aa]dresse|[Ll]ebt|[Ll]ebe|[Uu]mgezogen|gezogen|[Uu]mzug)(?: jetzt| nach| in| im| ist)?:? )(?:(?:[Ii]n |[Aa]n )?(?:[Dd]e[rmn] )|[Aa]m |[Ii]m |[Zz]um |[Zz]ur )?(?:${name} ){0,2}${name} ${house}${after}`,
  ),
  // 42 Baker Street · 1600 Pennsylvania Ave NW
  anchor(
    `${before}(?<!\\d[.,])\\d{1,5}[A-Za-z]?,? (?:(?:[NSEW]|North|South|East|West|NW|NE|SW|SE)\\.? )?(?:(?:${name}|\\d{1,3}(?:st|nd|rd|th)|of|the|St\\.?) ){1,4}(?:${english})(?![\\p{L}'’])\\.?(?: (?:NW|NE|SW|SE|North|South|East|West|[NSEW])(?!\\p{L}))?`,
  ),
  anchor(
    `${before}\\d{1,5}[A-Za-z]?,? (?:The )?(?:${name} ?){1,3}(?=(?:, ?\\n? ?${town}){0,2}(?:, ?\\n? ?| ?\\n)(?:${town},? )?[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}${after})`,
  ),
  anchor(
    `${before}(?:${name} ){1,3}(?:House|Cottage|Farm|Lodge|Barn|Hall|Mill)(?=(?:, ?\\n? ?${town}){0,3},? ?\\n? ?[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}${after})`,
  ),
  anchor(
    `${before}(?:${name} ){1,3}(?:${english})(?=(?:, ?\\n? ?${town}){0,3},? ?\\n? ?[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}${after})`,
  ),
  anchor(`${before}\\d{1,5} (?:${name} ?){1,3}(?=(?:,|,? ?\\n) ?${town}, [A-Z]{2} \\d{5}(?!\\d))`),
  anchor(
    `${before}\\d{1,4}[a-z]? (?:[a-z]{3,20} ){1,2}(?:street|road|avenue|lane|drive|close|court|crescent|terrace|way|gardens|square|place|st|rd|ave)(?=,| [a-z]{3,20} [a-z]{1,2}\\d)`,
    true,
  ),
  // Carrera 7 # 71-21
  anchor(
    `${before}(?:[Cc]alle|[Cc]arrera|[Cc]ra\\.?|[Cc]l\\.?|[Aa]v\\.?|[Aa]venida|[Dd]iagonal|[Tt]ransversal) \\d{1,3}[A-Za-z]? ?(?:#|[Nn]o\\.?|[Nn]º|[Nn]\\.º) ?\\d{1,3}[A-Za-z]?(?: ?- ?\\d{1,3})?${after}`,
  ),
  // Calle Mayor 3 · Avda. de la Constitución, n.º 12 · calle del Pez Dorado 8 · s/n
  anchor(
    `${before}(?:${spanish}) ?(?:(?:de la|de los|de las|del|de|la|los|las|el|y|d['’]|i) ){0,3}(?:(?:${name}|\\d{1,2})(?:,? ${words}(?=[\\p{Lu}\\d])| (?:y|de|del) )){0,4}${name}(?:${number}(?:km ?)?${house}|,? s\\/n)${after}`,
  ),
  anchor(
    `${before}(?:${spanish}) (?:(?:de la|de los|de las|del|de|la|los|las|el) ){0,2}\\p{L}[\\p{L}.'-]{1,20}(?: (?:(?:de|del|la|y) ){0,2}\\p{L}[\\p{L}.'-]{1,20}){0,2}${number}${house}${after}`,
  ),
  anchor(`${before}[Gg]ran [Vv][ií]a(?: (?:de |del )?${name}){0,3}${number}${house}${after}`),
  anchor(`${before}\\d{1,4},? (?:[Gg]rand-?[Rr]ue|[Gg]rande [Rr]ue)(?: ${name}){0,2}`),
  // 12 bis, rue de la Paix · chemin des Vignes-Rondes 5, 1999 Champlan
  anchor(
    `${before}(?<!\\d[.,])\\d{1,4}(?: ?(?:bis|ter|quater|[A-Da-d])(?!\\p{L}))?(?: ?[-–/] ?\\d{1,4})?,? (?:(?:${french})|(?:${french.replace(/(^|\|)(\p{Ll})/gu, (_all, bar: string, letter: string) => bar + letter.toUpperCase())})) ${frenchName}`,
  ),
  anchor(
    `${before}(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Rr]oute|[Qq]uai|[Aa]llée|[Ii]mpasse|[Ss]entier|[Cc]ours|[Rr]uelle|[Mm]ontée|[Cc]haussée) ${frenchName}(?: |, ?)${house}(?=(?: ?, ?\\n? ?| ?\\n ?)(?:[A-Z]{1,2}-)?\\d{4,5} \\p{Lu})`,
    true,
  ),
];
