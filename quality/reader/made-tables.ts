import { PassageIndex, splitPassages } from '@parley/text';
import type { AskedFile } from './answer-sets.ts';
import { ferries, ventas, verkauf } from './made-tables-abroad.ts';
import {
  at,
  dayOf,
  exactly,
  least,
  type Made,
  mixed,
  most,
  type Next,
  numbers,
  pad,
  people,
  pick,
  randomOf,
  sum,
  towns,
  weekday,
  whole,
} from './made-values.ts';

/** Questions of the kinds that public tests of tables ask (values, comparisons, superlatives, counts, shares), in plain words, over made-up rows. */
export function madeTables(seed: number, ofEach: number): AskedFile[] {
  const next = randomOf(seed);
  const asked: AskedFile[] = [];
  for (let round = 0; round < ofEach; round++)
    for (const make of [boats, orders, weather, members, stock, parcels, ferries, verkauf, ventas]) {
      const { filename, headings, rows, questions } = make(next);
      const text = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
      const index = PassageIndex.build(text, splitPassages(text));
      for (const [question, ...truth] of questions)
        asked.push({ set: 'made', filename, text, index, question, passage: '', truth: truth.map(exactly) });
    }
  return asked;
}

function boats(next: Next): Made {
  const count = 8;
  const [lengths, weights, speeds, years, prices] = [
    numbers(next, count, 5, 2),
    numbers(next, count, 310, 70),
    numbers(next, count, 11, 4),
    numbers(next, count, 1961, 7),
    numbers(next, count, 42, 9),
  ];
  const names = mixed(next, ['Heron', 'Otter', 'Petrel', 'Curlew', 'Marlin', 'Plover', 'Tern', 'Gannet']);
  const rows = names.map((name, row) => ({
    name,
    owner: at(people, row),
    length: at(lengths, row),
    weight: at(weights, row),
    speed: at(speeds, row),
    built: at(years, row),
    price: at(prices, row),
    insured: next() < 0.5 ? 'yes' : 'no',
  }));
  const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]];
  const low = whole(next, 6, 9);
  return {
    filename: 'boats.csv',
    headings: ['boat', 'owner', 'length_m', 'weight_kg', 'speed_kmh', 'built', 'price_per_day', 'insured'],
    rows: rows.map(Object.values),
    questions: [
      ['Which boat is the oldest?', least(rows, ({ built }) => built).name],
      ['Which is the newest boat?', most(rows, ({ built }) => built).name],
      ['Which boat is the heaviest?', most(rows, ({ weight }) => weight).name],
      ['What is the lightest boat?', least(rows, ({ weight }) => weight).name],
      ['Which boat is the fastest?', most(rows, ({ speed }) => speed).name],
      ['What is the slowest boat?', least(rows, ({ speed }) => speed).name],
      ['Which boat is the longest?', most(rows, ({ length }) => length).name],
      ['Which boat is the cheapest?', least(rows, ({ price }) => price).name],
      ['What is the most expensive boat?', most(rows, ({ price }) => price).name],
      ['Who owns the fastest boat?', most(rows, ({ speed }) => speed).owner],
      [`Who is the owner of the ${first.name}?`, first.owner],
      [`How fast is the ${first.name}?`, first.speed],
      [`How heavy is the ${first.name}?`, first.weight],
      [`How old is the ${first.name}?`, first.built],
      [`How much does the ${first.name} cost per day?`, first.price],
      [`What colour is the ${first.name}?`],
      [`Who repaired the ${first.name}?`],
      [`How many seats does the ${first.name} have?`],
      [`How much heavier is the ${first.name} than the ${second.name}?`, Math.abs(first.weight - second.weight)],
      [
        `What is the difference in length between the ${first.name} and the ${second.name}?`,
        Math.abs(first.length - second.length),
      ],
      [
        `How many boats are between ${low} and ${low + 6} m long?`,
        rows.filter(({ length }) => length >= low && length <= low + 6).length,
      ],
      ['How many boats are not insured?', rows.filter(({ insured }) => insured === 'no').length],
      [
        'What percentage of the boats is insured?',
        Number(((100 * rows.filter(({ insured }) => insured === 'yes').length) / count).toFixed(2)),
      ],
    ],
  };
}

function orders(next: Next): Made {
  const count = 14;
  const quantities = numbers(next, count, 2, 3);
  const rows = quantities.map((quantity, row) => ({
    order: 4100 + row * 3,
    date: dayOf(next),
    customer: pick(next, people),
    region: pick(next, ['north', 'south', 'east', 'west'] as const),
    quantity,
    status: pick(next, ['shipped', 'pending', 'cancelled'] as const),
  }));
  const one = pick(next, rows);
  const status = one.status;
  const [region, other] = mixed(next, ['north', 'south', 'east', 'west'] as const);
  const low = whole(next, 8, 14);
  const isOf = (name: string | undefined) => rows.filter((row) => row.region === name);
  return {
    filename: 'orders.csv',
    headings: ['order', 'date', 'customer', 'region', 'quantity', 'status'],
    rows: rows.map(Object.values),
    questions: [
      [`What day of the week was order ${one.order}?`, weekday(one.date)],
      [`On which weekday was order ${one.order} placed?`, weekday(one.date)],
      [
        `What percentage of the orders is ${status}?`,
        Number(((100 * rows.filter((row) => row.status === status).length) / count).toFixed(2)),
      ],
      [
        `What share of orders is ${status}?`,
        Number(((100 * rows.filter((row) => row.status === status).length) / count).toFixed(2)),
      ],
      [`How many orders are not ${status}?`, rows.filter((row) => row.status !== status).length],
      [
        `How many orders have a quantity between ${low} and ${low + 15}?`,
        rows.filter(({ quantity }) => quantity >= low && quantity <= low + 15).length,
      ],
      [
        `What is the total quantity of the ${region} and ${other} regions?`,
        sum([...isOf(region), ...isOf(other)].map(({ quantity }) => quantity)),
      ],
      [`How many orders came from ${region} or ${other}?`, isOf(region).length + isOf(other).length],
      [
        `How much more quantity did ${region} order than ${other}?`,
        Math.abs(sum(isOf(region).map(({ quantity }) => quantity)) - sum(isOf(other).map(({ quantity }) => quantity))),
      ],
      [`How many orders did ${one.customer} place?`, rows.filter(({ customer }) => customer === one.customer).length],
      [`How many orders have more than ${low} pieces?`, rows.filter(({ quantity }) => quantity > low).length],
      ['What is the average quantity?', Number((sum(quantities) / count).toFixed(2))],
      [`Why was order ${one.order} ${one.status}?`],
      [`Who packed order ${one.order}?`],
      [`What is the weight of order ${one.order}?`],
      ['Which orders are damaged?'],
    ],
  };
}

function weather(next: Next): Made {
  const [lows, highs, winds] = [numbers(next, 9, -14, 3), numbers(next, 9, 14, 3), numbers(next, 9, 3, 4)];
  const first = whole(next, 1, 18);
  const rows = lows.map((low, row) => ({
    date: `2024-02-${pad(first + row)}`,
    low,
    high: at(highs, row),
    wind: at(winds, row),
  }));
  const one = pick(next, rows);
  return {
    filename: 'weather.csv',
    headings: ['date', 'temp_min', 'temp_max', 'wind_kmh'],
    rows: rows.map(Object.values),
    questions: [
      ['What was the highest temperature?', Math.max(...highs)],
      ['What was the lowest temperature?', Math.min(...lows)],
      ['On which day was it coldest?', least(rows, ({ low }) => low).date],
      ['Which day was the warmest?', most(rows, ({ high }) => high).date],
      [`What was the maximum temperature on ${one.date}?`, one.high],
      ['What was the strongest wind?', Math.max(...winds)],
      [`What day of the week was the coldest day?`, weekday(least(rows, ({ low }) => low).date)],
    ],
  };
}

function members(next: Next): Made {
  const [ages, fees] = [numbers(next, 8, 17, 8), numbers(next, 8, 31, 6)];
  const rows = people.map((name, row) => ({
    name,
    age: at(ages, row),
    city: pick(next, towns),
    joined: dayOf(next),
    fee: at(fees, row),
  }));
  const [first, second] = mixed(next, rows) as [(typeof rows)[0], (typeof rows)[0]];
  return {
    filename: 'members.csv',
    headings: ['name', 'age', 'city', 'joined', 'fee'],
    rows: rows.map(Object.values),
    questions: [
      ['Who is the oldest member?', most(rows, ({ age }) => age).name],
      ['Who is the youngest?', least(rows, ({ age }) => age).name],
      ['Who pays the highest fee?', most(rows, ({ fee }) => fee).name],
      [`How old is ${first.name}?`, first.age],
      [`When did ${first.name} join?`, first.joined],
      [`Where does ${first.name} live?`, first.city],
      [`What does ${first.name} work as?`],
      [`What is the phone number of ${first.name}?`],
      [`Who is married to ${first.name}?`],
      [`On what day of the week did ${first.name} join?`, weekday(first.joined)],
      [`How much older is ${first.name} than ${second.name}?`, Math.abs(first.age - second.age)],
      [`How much more does ${first.name} pay than ${second.name}?`, Math.abs(first.fee - second.fee)],
      [`What do ${first.name} and ${second.name} pay together?`, first.fee + second.fee],
      [`How many members are between 20 and 45 years old?`, rows.filter(({ age }) => age >= 20 && age <= 45).length],
      [`How many members do not live in ${first.city}?`, rows.filter(({ city }) => city !== first.city).length],
      [
        `What percentage of the members lives in ${first.city}?`,
        Number(((100 * rows.filter(({ city }) => city === first.city).length) / 8).toFixed(2)),
      ],
    ],
  };
}

function stock(next: Next): Made {
  const names = ['hammer', 'chisel', 'pliers', 'wrench', 'mallet', 'sander'];
  const [quantities, prices] = [numbers(next, 6, 3, 4), numbers(next, 6, 11, 5)];
  const rows = names.map((item, row) => ({ item, quantity: at(quantities, row), price: at(prices, row) }));
  const one = pick(next, rows);
  return {
    filename: 'stock.csv',
    headings: ['item', 'quantity', 'price'],
    rows: rows.map(Object.values),
    questions: [
      ['What is the stock worth?', sum(rows.map(({ quantity, price }) => quantity * price))],
      ['What is the total value of the stock?', sum(rows.map(({ quantity, price }) => quantity * price))],
      [`How many of the ${one.item} are in stock?`, one.quantity],
      [`What does the ${one.item} cost?`, one.price],
      ['Which item is the dearest?', most(rows, ({ price }) => price).item],
      [`Who made the ${one.item}?`],
      [`Where is the ${one.item} kept?`],
    ],
  };
}

function parcels(next: Next): Made {
  const [masses, heights] = [numbers(next, 7, 3, 4), numbers(next, 7, 21, 9)];
  const rows = masses.map((kg, row) => ({
    parcel: `P-${whole(next, 100, 199)}${row}`,
    desc: pick(next, ['books', 'lamp', 'tiles', 'rug']),
    kg,
    cm: at(heights, row),
  }));
  const one = pick(next, rows);
  return {
    filename: 'parcels.csv',
    headings: ['parcel', 'desc', 'kg', 'height cm'],
    rows: rows.map(Object.values),
    questions: [
      [`What is the weight of parcel ${one.parcel}?`, one.kg],
      [`How heavy is ${one.parcel}?`, one.kg],
      [`What is the description of ${one.parcel}?`, one.desc],
      [`How tall is ${one.parcel}?`, one.cm],
      ['Which parcel is the tallest?', most(rows, ({ cm }) => cm).parcel],
      ['Which parcel is the heaviest?', most(rows, ({ kg }) => kg).parcel],
    ],
  };
}
