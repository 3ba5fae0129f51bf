import { Parley, tool } from '@parley/sdk';

const boats = new Map([
  ['Alder', { seats: 4, free: true }],
  ['Birch', { seats: 8, free: false }],
]);

const parley = new Parley();
const { response, steps } = await parley.agent.run({
  prompt: 'Look up the boat "Alder".',
  tools: {
    look_up_boat: tool({
      description: 'Looks up a boat by its name: how many seats it has, and whether it is free.',
      input: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Name of the boat.' } },
        required: ['name'],
      },
      run: ({ name }) => boats.get(String(name)) ?? { error: 'no such boat' },
    }),
  },
});
for (const { results } of steps) {
  for (const { call, result } of results) console.log(call.name, JSON.stringify(call.inputs), JSON.stringify(result));
}
console.log(response);
// Prints: look_up_boat {"name":"Alder"} {"seats":4,"free":true}
