/** Units by dimension, each with the factor to the first of its dimension. */
const dimensions: Record<string, [string, number][]> = {
  length: [
    ['m meter meters metre metres', 1],
    ['km kms kilometer kilometers kilometre kilometres', 1000],
    ['cm centimeter centimeters centimetre centimetres', 0.01],
    ['mm millimeter millimeters millimetre', 0.001],
    ['mile miles mi', 1609.344],
    ['ft foot feet', 0.3048],
    ['inch inches', 0.0254],
    ['yard yards yd', 0.9144],
    ['nm nanometer nanometers', 1e-9],
    ['µm μm um micrometer micrometers micron microns', 1e-6],
  ],
  mass: [
    ['kg kilogram kilograms kgs kilo kilos', 1],
    ['g gram grams', 0.001],
    ['mg milligram milligrams', 1e-6],
    ['lb lbs pound pounds', 0.45359237],
    ['oz ounce ounces', 0.028349523125],
    ['ton tons tonne tonnes', 1000],
  ],
  time: [
    ['second seconds sec secs s', 1],
    ['minute minutes min mins', 60],
    ['hour hours hr hrs h', 3600],
    ['day days', 86_400],
    ['week weeks', 604_800],
    ['millisecond milliseconds ms', 0.001],
    ['month months', 2_629_800],
    ['year years yr yrs', 31_557_600],
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
  volume: [
    ['liter liters litre litres l', 1],
    ['ml milliliter milliliters millilitre', 0.001],
    ['gallon gallons', 3.785411784],
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
    ['degree degrees °', 1],
  ],
  percent: [['percent % percentage', 1]],
  money: [
    ['usd dollar dollars $ us$ bucks', 1],
    ['eur euro euros €', 1],
    ['gbp £', 1],
    ['jpy yen ¥', 1],
    ['inr rupee rupees ₹', 1],
    ['cny yuan rmb', 1],
    ['cad', 1],
    ['aud', 1],
  ],
  angle: [['radian radians rad', 1]],
  force: [['newton newtons n', 1]],
  energy: [
    ['joule joules j', 1],
    ['kj kilojoule kilojoules', 1000],
    ['calorie calories', 4.184],
    ['kwh', 3.6e6],
  ],
  area: [['sqft', 1]],
};

export interface Unit {
  dimension: string;
  /** The name under which all spellings of the unit are known. */
  name: string;
  factor: number;
}

let table: Map<string, Unit> | undefined;

/** The unit that a word or sign means. */
export function unitOf(word: string): Unit | undefined {
  table ??= makeTable();
  return table.get(word.toLowerCase().replace(/\.$/, ''));
}

function makeTable(): Map<string, Unit> {
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

/** The units that a description names as those of its value: "the length in meters", "time (seconds)". */
export function unitsIn(text: string): Unit[] {
  const result: Unit[] = [];
  for (const word of text.toLowerCase().match(/[\p{L}µμ°%$€£]+/gu) ?? []) {
    // One letter is a unit only beside a number.
    const unit = word.length > 1 || /[%$€£°]/.test(word) ? unitOf(word) : undefined;
    if (unit) result.push(unit);
  }
  return result;
}

/** The same quantity in another unit of its dimension, without the noise of binary fractions. */
export function convert(value: number, from: Unit, to: Unit): number {
  return Number(((value * from.factor) / to.factor).toPrecision(12));
}
