import { Parley } from '@parley/sdk';

const parley = new Parley();
const { results, backends } = await parley.research.search({ query: 'tidal power stations', num_results: 3 });
for (const { title, url, snippet } of results) console.log(`${title}\n  ${url}\n  ${snippet}`);
console.log(backends); // how each search engine answered
// Prints: Tidal power
