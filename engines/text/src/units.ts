import { currencyOf } from './currencies.ts';

/** A unit of measurement. */
export interface Unit {
  /** What it measures: `length`, `mass`, `time`, `money` …; a speed is `length/time`. */
  dimension: string;
  /** The name under which all spellings of the unit are known. */
  name: string;
  /** How many of the first unit of its dimension it is; of temperatures and currencies always 1. */
  factor: number;
}

/**
 * Units by dimension, each with the factor to the first of its dimension. Of each first its name, then every other sign and word for it,
 * in English, German, Spanish and French. Case makes no difference.
 */
const dimensions: Record<string, readonly (readonly [spellings: string, factor: number])[]> = {
  length: [
    ['m meter meters metre metres metern metro metros mètre mètres', 1],
    ['km kms kilometer kilometers kilometre kilometres kilometern kilómetro kilómetros kilomètre kilomètres', 1000],
    ['cm centimeter centimeters centimetre centimetres zentimeter centímetro centímetros centimètre centimètres', 0.01],
    ['mm millimeter millimeters millimetre millimetres milímetro milímetros millimètre millimètres', 0.001],
    ['mile miles mi meile meilen milla millas', 1609.344],
    ['ft foot feet', 0.3048],
    ['inch inches', 0.0254],
    ['yard yards yd', 0.9144],
    ['nm nanometer nanometers nanometre nanometres', 1e-9],
    ['µm μm um micrometer micrometers micrometre micrometres micron microns', 1e-6],
  ],
  mass: [
    ['kg kilogram kilograms kilogramme kilogrammes kilogramm kgs kilo kilos kilogramo kilogramos', 1],
    ['g gram grams gramme grammes gramm gramo gramos', 0.001],
    ['mg milligram milligrams milligramm', 1e-6],
    ['lb lbs pound pounds pound-mass', 0.45359237],
    ['oz ounce ounces', 0.028349523125],
    ['ton tons tonne tonnes tonnen tonelada toneladas', 1000],
  ],
  time: [
    ['second seconds sec secs s sekunde sekunden sek segundo segundos seconde secondes', 1],
    ['minute minutes min mins minuten minuto minutos', 60],
    ['hour hours hr hrs h stunde stunden std hora horas heure heures', 3600],
    ['day days d tag tage tagen día días jour jours', 86_400],
    ['week weeks woche wochen semana semanas semaine semaines', 604_800],
    ['millisecond milliseconds ms', 0.001],
    ['month months monat monate monaten mes meses mois', 2_629_800],
    ['year years yr yrs jahr jahre jahren año años an ans année années', 31_557_600],
    ['decade decades jahrzehnt jahrzehnte década décadas', 315_576_000],
    ['century centuries jahrhundert jahrhunderte siglo siglos siècle siècles', 3_155_760_000],
  ],
  'length/time': [
    ['m/s mps', 1],
    ['kmh km/h kph', 1 / 3.6],
    ['mph', 0.44704],
    ['knot knots kn knoten nudos', 1.852 / 3.6],
  ],
  area: [
    ['m² m2 sqm', 1],
    ['km² km2', 1e6],
    ['hectare hectares ha hektar hectárea hectáreas', 10_000],
    ['acre acres', 4046.8564224],
    ['sqft ft² ft2', 0.09290304],
  ],
  volume: [
    ['liter liters litre litres l ltr litro litros litern', 1],
    ['ml milliliter milliliters millilitre millilitres mililitro mililitros', 0.001],
    ['gallon gallons', 3.785411784],
    ['m³ m3 cbm', 1000],
  ],
  capacitance: [
    ['farad farads f', 1],
    ['µf μf uf microfarad microfarads', 1e-6],
    ['nf nanofarad nanofarads', 1e-9],
    ['pf picofarad', 1e-12],
  ],
  inductance: [
    ['henry henries', 1],
    ['mh millihenry millihenries', 1e-3],
    ['µh μh uh microhenry', 1e-6],
  ],
  current: [
    ['ampere amperes amp amps a', 1],
    ['ma milliampere milliamperes milliamps', 1e-3],
  ],
  voltage: [
    ['volt volts v', 1],
    ['kv kilovolt kilovolts', 1000],
    ['mv millivolt millivolts', 1e-3],
  ],
  power: [
    ['watt watts w', 1],
    ['kw kilowatt kilowatts', 1000],
    ['mw megawatt megawatts', 1e6],
    ['gw gigawatt gigawatts', 1e9],
    ['tw terawatt terawatts', 1e12],
  ],
  frequency: [
    ['hertz hz', 1],
    ['khz kilohertz', 1000],
    ['mhz megahertz', 1e6],
    ['ghz gigahertz', 1e9],
  ],
  pressure: [
    ['pascal pascals pa', 1],
    ['kpa kilopascal kilopascals', 1000],
    ['atm atmosphere atmospheres', 101_325],
    ['bar bars', 100_000],
  ],
  charge: [
    ['coulomb coulombs c', 1],
    ['µc μc microcoulomb microcoulombs', 1e-6],
    ['nc nanocoulomb nanocoulombs', 1e-9],
  ],
  data: [
    ['byte bytes b', 1],
    ['kb kilobyte kilobytes', 1024],
    ['mb megabyte megabytes', 1_048_576],
    ['gb gigabyte gigabytes', 1_073_741_824],
    ['tb terabyte terabytes', 1_099_511_627_776],
  ],
  temperature: [
    ['celsius °c centigrade', 1],
    ['fahrenheit °f', 1],
    ['kelvin', 1],
    ['degree degrees ° grad grados degrés', 1],
  ],
  percent: [['percent % percentage pct prozent pourcent porcentaje', 1]],
  angle: [['radian radians rad', 1]],
  force: [['newton newtons n', 1]],
  energy: [
    ['joule joules j', 1],
    ['kj kilojoule kilojoules', 1000],
    ['calorie calories', 4.184],
    ['kwh kilowatt-hour kilowatt-hours kilowattstunde kilowattstunden', 3.6e6],
    ['mwh megawatt-hour megawatt-hours', 3.6e9],
    ['gwh gigawatt-hour gigawatt-hours', 3.6e12],
    ['twh terawatt-hour terawatt-hours', 3.6e15],
  ],
};

/** Words of one language that are ordinary words of another: a tag, "an hour", "um drei". */
const homographs = new Set('tag an mes um grad mi kn std'.split(' '));

let table: ReadonlyMap<string, Unit> | undefined;

/** The unit of measurement, money left out, that a word or sign means; undefined for any other word. */
export function measureOf(word: string): Unit | undefined {
  table ??= makeTable();
  return table.get(word.toLowerCase().replace(/\.$/, ''));
}

/** The unit that a word or sign means, money included; a pound is one of mass, its sign one of money. */
export const unitOf = (word: string): Unit | undefined => measureOf(word) ?? moneyOf(word);

/** Whether a word can be taken for a unit although no number stands beside it: no single letter, no word of another kind elsewhere. */
export const isPlainUnit = (word: string): boolean =>
  (word.length > 1 || /[%\p{Sc}°]/u.test(word)) && !homographs.has(word.toLowerCase());

/** The same quantity in another unit of its dimension, without the noise of binary fractions. */
export function convert(value: number, from: Unit, to: Unit): number {
  return Number(((value * from.factor) / to.factor).toPrecision(12));
}

/** A currency is a unit of money; what it is worth in another changes from day to day, so that each has the factor 1. */
function moneyOf(word: string): Unit | undefined {
  const code = currencyOf(word.replace(/\.$/, '')) ?? currencyOf(word);
  return code === undefined ? undefined : { dimension: 'money', name: code.toLowerCase(), factor: 1 };
}

function makeTable(): ReadonlyMap<string, Unit> {
  const result = new Map<string, Unit>();
  for (const [dimension, units] of Object.entries(dimensions)) {
    for (const [spellings, factor] of units) {
      const [name = '', ...others] = spellings.split(' ');
      const unit = { dimension, name, factor };
      for (const spelling of [name, ...others]) if (!result.has(spelling)) result.set(spelling, unit);
    }
  }
  return result;
}
