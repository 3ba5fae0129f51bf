import { at, type Made, mixed, most, type Next, numbers, pick, sum, towns, whole } from './made-values.ts';

export function ferries(next: Next): Made {
  const rows = Array.from({ length: 8 }, (_, row) => {
    const [from, to] = mixed(next, towns);
    return {
      sailing: `S${row + 1}`,
      from: from ?? '',
      to: to ?? '',
      minutes: 21 + row * 7 + whole(next, 0, 6),
      fare: 11 + row * 3 + whole(next, 0, 2),
    };
  });
  const one = pick(next, rows);
  return {
    filename: 'ferries.csv',
    headings: ['sailing', 'from', 'to', 'duration_min', 'fare'],
    rows: rows.map(Object.values),
    questions: [
      [`How many sailings go to ${one.to}?`, rows.filter(({ to }) => to === one.to).length],
      [`How many sailings from ${one.from}?`, rows.filter(({ from }) => from === one.from).length],
      [`How long does sailing ${one.sailing} take?`, one.minutes],
      [`When does sailing ${one.sailing} leave?`],
      [`Who is the captain of ${one.sailing}?`],
      [`How much is the fare of ${one.sailing}?`, one.fare],
      [`Where does ${one.sailing} go from?`, one.from],
      ['Which sailing takes the longest?', most(rows, ({ minutes }) => minutes).sailing],
    ],
  };
}

/** Six articles, each with how many there are and what one costs. */
function goods(next: Next, names: readonly string[]) {
  const [quantities, prices] = [numbers(next, 6, 3, 5), numbers(next, 6, 12, 6)];
  const rows = names.map((name, row) => ({ name, quantity: at(quantities, row), price: at(prices, row) }));
  return {
    rows: rows.map(Object.values),
    one: pick(next, rows),
    dearest: most(rows, ({ price }) => price).name,
    most: most(rows, ({ quantity }) => quantity).name,
    all: sum(quantities),
  };
}

export function verkauf(next: Next): Made {
  const { rows, one, dearest, most, all } = goods(next, ['Leiter', 'Eimer', 'Besen', 'Pinsel', 'Schaufel', 'Schlauch']);
  return {
    filename: 'verkauf.csv',
    headings: ['Artikel', 'Menge', 'Preis'],
    rows,
    questions: [
      [`Was kostet ${one.name}?`, one.price],
      [`Wie hoch ist der Preis von ${one.name}?`, one.price],
      [`Welche Menge hat ${one.name}?`, one.quantity],
      ['Welcher Artikel ist am teuersten?', dearest],
      ['Wie groß ist die Menge insgesamt?', all],
      ['Welcher Artikel hat die größte Menge?', most],
    ],
  };
}

export function ventas(next: Next): Made {
  const { rows, one, dearest, all } = goods(next, ['mesa', 'silla', 'banco', 'farol', 'cesta', 'jarra']);
  return {
    filename: 'ventas.csv',
    headings: ['Artículo', 'Cantidad', 'Precio'],
    rows,
    questions: [
      [`¿Cuánto cuesta la ${one.name}?`, one.price],
      [`¿Qué precio tiene la ${one.name}?`, one.price],
      [`¿Qué cantidad hay de ${one.name}?`, one.quantity],
      ['¿Cuál es el artículo más caro?', dearest],
      ['¿Cuál es la cantidad total?', all],
    ],
  };
}
