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

export function verkauf(next: Next): Made {
  const [mengen, preise] = [numbers(next, 6, 3, 5), numbers(next, 6, 12, 6)];
  const rows = ['Leiter', 'Eimer', 'Besen', 'Pinsel', 'Schaufel', 'Schlauch'].map((artikel, row) => ({
    artikel,
    menge: at(mengen, row),
    preis: at(preise, row),
  }));
  const one = pick(next, rows);
  return {
    filename: 'verkauf.csv',
    headings: ['Artikel', 'Menge', 'Preis'],
    rows: rows.map(Object.values),
    questions: [
      [`Was kostet ${one.artikel}?`, one.preis],
      [`Wie hoch ist der Preis von ${one.artikel}?`, one.preis],
      [`Welche Menge hat ${one.artikel}?`, one.menge],
      ['Welcher Artikel ist am teuersten?', most(rows, ({ preis }) => preis).artikel],
      ['Wie groß ist die Menge insgesamt?', sum(mengen)],
      ['Welcher Artikel hat die größte Menge?', most(rows, ({ menge }) => menge).artikel],
    ],
  };
}

export function ventas(next: Next): Made {
  const [cantidades, precios] = [numbers(next, 6, 3, 5), numbers(next, 6, 12, 6)];
  const rows = ['mesa', 'silla', 'banco', 'farol', 'cesta', 'jarra'].map((artículo, row) => ({
    artículo,
    cantidad: at(cantidades, row),
    precio: at(precios, row),
  }));
  const one = pick(next, rows);
  return {
    filename: 'ventas.csv',
    headings: ['Artículo', 'Cantidad', 'Precio'],
    rows: rows.map(Object.values),
    questions: [
      [`¿Cuánto cuesta la ${one.artículo}?`, one.precio],
      [`¿Qué precio tiene la ${one.artículo}?`, one.precio],
      [`¿Qué cantidad hay de ${one.artículo}?`, one.cantidad],
      ['¿Cuál es el artículo más caro?', most(rows, ({ precio }) => precio).artículo],
      ['¿Cuál es la cantidad total?', sum(cantidades)],
    ],
  };
}
