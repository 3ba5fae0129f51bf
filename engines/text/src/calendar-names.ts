/**
 * Months and weekdays in 24 languages, as the Unicode CLDR (through `Intl.DateTimeFormat`) writes them alone and beside a day; short forms
 * of English, German, French, Spanish, Italian, Portuguese and Dutch only, and none that is a word of another kind in English ("set").
 */
const months = [
  'january jan januar janvier janv enero ene gennaio gen janeiro januari styczeń stycznia leden ledna tammikuu tammikuuta ocak ianuarie január gener январь января січень січня sausis sausio janvāris jaanuar januára',
  'february feb februar février févr febrero febbraio fevereiro fev februari luty lutego únor února helmikuu helmikuuta şubat februarie február febrer февраль февраля лютий лютого vasaris vasario februāris veebruar februára',
  'march mar märz mär mars marzo março maart mrt marzec marca březen března marts maaliskuu maaliskuuta mart martie március maret març март марта березень березня kovas kovo märts marec',
  'april apr avril avr abril abr aprile kwiecień kwietnia duben dubna huhtikuu huhtikuuta nisan aprilie április апрель апреля квітень квітня balandis balandžio aprīlis aprill apríl apríla',
  'may mai mayo maggio mag maio mei maj maja květen května toukokuu toukokuuta mayıs május maig май мая травень травня gegužė gegužės maijs máj mája',
  'june jun juni juin junio giugno giu junho czerwiec czerwca červen června kesäkuu kesäkuuta haziran iunie június juny июнь июня червень червня birželis birželio jūnijs juuni junij jún júna',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca červenec července heinäkuu heinäkuuta temmuz iulie július juliol июль июля липень липня liepa liepos jūlijs juuli julij júl júla',
  'august aug août agosto augustus sierpień sierpnia srpen srpna augusti elokuu elokuuta ağustos augusztus agustus agost август августа серпень серпня rugpjūtis rugpjūčio augusts avgust augusta',
  'september sep sept septembre septiembre settembre setembro wrzesień września září syyskuu syyskuuta eylül septembrie szeptember setembre сентябрь сентября вересень вересня rugsėjis rugsėjo septembris septembra',
  'october oct oktober okt octobre octubre ottobre ott outubro październik października říjen října lokakuu lokakuuta ekim octombrie október октябрь октября жовтень жовтня spalis spalio oktobris oktoober októbra',
  'november nov novembre noviembre novembro listopad listopada listopadu marraskuu marraskuuta kasım noiembrie ноябрь ноября листопад листопада lapkritis lapkričio novembris novembra',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro grudzień grudnia prosinec prosince desember joulukuu joulukuuta aralık decembrie desembre декабрь декабря грудень грудня gruodis gruodžio decembris detsember decembra',
];

/** From Sunday on, as `Date.getUTCDay` counts. */
const weekdays = [
  'sunday sonntag dimanche domingo domenica zondag niedziela neděle söndag søndag sunnuntai pazar duminică vasárnap minggu diumenge воскресенье неділя sekmadienis svētdiena pühapäev nedelja nedeľa',
  'monday montag lundi lunes lunedì maandag poniedziałek pondělí måndag mandag maanantai pazartesi luni hétfő senin dilluns понедельник понеділок pirmadienis pirmdiena esmaspäev ponedeljek pondelok',
  'tuesday dienstag mardi martes martedì dinsdag wtorek úterý tisdag tirsdag tiistai salı marți kedd selasa dimarts вторник вівторок antradienis otrdiena teisipäev torek utorok',
  'wednesday mittwoch mercredi miércoles mercoledì woensdag środa středa onsdag keskiviikko çarşamba miercuri szerda rabu dimecres среда середа trečiadienis trešdiena kolmapäev sreda streda',
  'thursday donnerstag jeudi jueves giovedì donderdag czwartek čtvrtek torsdag torstai perşembe joi csütörtök kamis dijous четверг четвер ketvirtadienis ceturtdiena neljapäev četrtek štvrtok',
  'friday freitag vendredi viernes venerdì vrijdag piątek pátek fredag perjantai cuma vineri péntek jumat divendres пятница пʼятниця penktadienis piektdiena reede petek piatok',
  'saturday samstag samedi sábado sabato zaterdag sobota lördag lørdag lauantai cumartesi sâmbătă szombat sabtu dissabte суббота субота šeštadienis sestdiena laupäev',
];

let monthNumbers: ReadonlyMap<string, number> | undefined;
let weekdayNumbers: ReadonlyMap<string, number> | undefined;

/** The month, 1 to 12, that a word names in any of the languages; accents, case and a full stop behind it do not count. */
export function monthOf(word: string): number | undefined {
  monthNumbers ??= numbered(months, 1);
  return monthNumbers.get(folded(word));
}

/** The weekday, 0 (Sunday) to 6, that a word names in any of the languages. */
export function weekdayOf(word: string): number | undefined {
  weekdayNumbers ??= numbered(weekdays, 0);
  return weekdayNumbers.get(folded(word));
}

/** The English name, in lower case, of the month or weekday that a word names; null when it names none. */
export function calendarName(word: string): string | null {
  const month = monthOf(word);
  const weekday = weekdayOf(word);
  const line = month !== undefined ? months[month - 1] : weekday === undefined ? undefined : weekdays[weekday];
  return line?.split(' ')[0] ?? null;
}

function numbered(names: readonly string[], from: number): Map<string, number> {
  return new Map(
    names.flatMap((line, index) => line.split(' ').map((name): [string, number] => [folded(name), index + from])),
  );
}

const folded = (word: string): string => {
  const lower = word.toLowerCase().replace(/\.$/, '');
  return /^[a-z]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
};
