import { Parley } from '@parley/sdk';

const parley = new Parley();
for (const { id, name, auth_method } of await parley.integrations.list()) console.log(id, name, auth_method);
const { features } = await parley.integrations.get('open_meteo');
console.log(features?.map(({ name }) => name).join(', '));
// Prints: github GitHub OAUTH2
// Prints: FORECAST
