import { type DocumentKind, firms, integer, number, text, texts, when, writeAmount } from '../document-kind.ts';

const names = ['Trail kettle', 'Folding bike', 'Desk lamp', 'Camping stove', 'Rain jacket', 'Bread oven'];
const features = [
  'dishwasher safe',
  'two-year guarantee',
  'recycled aluminium',
  'silent motor',
  'quick release',
  'dimmable light',
];

/** Product pages and data sheets. */
export const product: DocumentKind = {
  name: 'product page',
  droppable: ['rating', 'stock', 'old', 'power'],
  facts(random) {
    return {
      name: `${random.pick(names)} ${random.pick(['X', 'Pro', 'Mini'])}${random.integer(2, 9)}00`,
      brand: random.pick(firms).split(' ')[0] ?? '',
      sku: `KT-${random.integer(1000, 9999)}-${random.pick(['B', 'G', 'R'])}`,
      price: random.money(20, 400),
      old: random.money(410, 600),
      weight: random.integer(300, 4000),
      color: random.pick(['slate blue', 'moss green', 'black', 'copper']),
      material: random.pick(['aluminium', 'beech wood', 'polyester', 'steel']),
      power: random.integer(5, 40) * 50,
      stock: random.integer(3, 90),
      rating: random.integer(31, 49) / 10,
      reviews: random.integer(12, 900),
      features: random.some(features, 3),
    };
  },
  templates: [
    {
      name: 'shop page',
      extension: 'html',
      heldBack: false,
      write: (f) => `<html><head><title>${f.text('name')}</title></head><body><h1>${f.text('name')}</h1>
<p>Price: €${writeAmount(f.number('price') ?? 0)}${when(f.number('old'), (old) => ` (old price: €${writeAmount(old)})`)}</p>
${when(f.number('rating'), (rating) => `<p>Rating: ${rating} out of 5</p>`)}${when(f.number('stock'), (stock) => `<p>In stock: ${stock}</p>`)}
<table><tr><th>Brand</th><td>${f.text('brand')}</td></tr><tr><th>SKU</th><td>${f.text('sku')}</td></tr><tr><th>Weight</th><td>${f.number('weight')} g</td></tr>
<tr><th>Colour</th><td>${f.text('color')}</td></tr><tr><th>Material</th><td>${f.text('material')}</td></tr></table>
<h2>Features</h2><ul>${f
        .list('features')
        .map((feature) => `<li>${feature}</li>`)
        .join('')}</ul></body></html>`,
    },
    {
      name: 'data sheet',
      extension: 'md',
      heldBack: false,
      write: (f) => `# ${f.text('name')}

| Property | Value |
|---|---|
| Brand | ${f.text('brand')} |
| Article number (SKU) | ${f.text('sku')} |
| Weight (g) | ${f.number('weight')} |
| Color | ${f.text('color')} |
${when(f.number('power'), (power) => `| Power | ${power} W |\n`)}| Material | ${f.text('material')} |

Price: ${writeAmount(f.number('price') ?? 0)} EUR
`,
    },
    {
      name: 'text',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('name')}

The ${f.text('name')} by ${f.text('brand')} is made of ${f.text('material')} and weighs ${f.number('weight')} g. The price is €${writeAmount(f.number('price') ?? 0)}.
${when(f.number('power'), (power) => `It has a power of ${power} W. `)}${when(f.number('rating'), (rating) => `Customers give it a rating of ${rating} stars in ${f.number('reviews')} reviews.`)}

Color: ${f.text('color')}
SKU: ${f.text('sku')}

Features:
- ${f.list('features').join('\n- ')}
`,
    },
    {
      name: 'record',
      extension: 'json',
      heldBack: true,
      write: (f) =>
        JSON.stringify({
          product: {
            name: f.text('name'),
            brand: { name: f.text('brand') },
            sku: f.text('sku'),
            offers: { price: f.number('price'), stock: f.number('stock') },
            attributes: { color: f.text('color'), weightGrams: f.number('weight') },
            features: f.list('features'),
          },
        }),
    },
    {
      name: 'list entry',
      extension: 'html',
      heldBack: true,
      write: (f) => `<html><body><h2>${f.text('name')}</h2><p>by ${f.text('brand')}</p><ul>
<li>Item no.: ${f.text('sku')}</li><li>Net weight: ${f.number('weight')} g</li><li>Available colour: ${f.text('color')}</li>${when(f.number('power'), (power) => `<li>Rated power: ${power} W</li>`)}</ul>
<p>Now only €${writeAmount(f.number('price') ?? 0)}.</p>${when(f.number('rating'), (rating) => `<p>Average rating ${rating} (${f.number('reviews')} reviews)</p>`)}</body></html>`,
    },
  ],
  schemas: [
    {
      name: 'offer',
      query: 'Extract the offer.',
      properties: {
        name: text('name', { description: 'name of the product' }),
        brand: text('brand'),
        sku: text('sku'),
        price: number('price'),
        stock: integer('stock'),
        ean: text(),
        shipping_time_days: integer(),
        seller_phone: text(),
      },
    },
    {
      name: 'attributes',
      query: 'Extract the technical data.',
      properties: {
        weight_g: number('weight'),
        color: text('color'),
        material: text('material'),
        power_watts: integer('power'),
        height_cm: number(),
        warranty_years: integer(),
        country_of_origin: text(),
      },
    },
    {
      name: 'reviews',
      query: 'Extract the features and the rating.',
      properties: {
        features: texts('features'),
        rating: number('rating'),
        review_count: integer('reviews'),
        best_review: text(),
        energy_class: text(),
      },
    },
  ],
};
