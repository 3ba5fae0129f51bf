import { findPersonalData } from '@parley/personal-data';

// What looking for personal data adds to a call, and how long one step of a long text takes, in time of the processor.
//   node quality/personal-data/time.ts

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const sentence =
  'Hello, I am Ruth Calloway (born 4 May 1988), 12 Baker Street, London NW1 6XE; call +44 20 7946 0958 or write to ruth@example.org. ';

let began = used();
await findPersonalData(sentence);
console.log(`first call, all patterns and lists made ready between turns: ${(used() - began).toFixed(0)} ms`);

for (const length of [100, 1_000, 10_000]) {
  const text = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
  const rounds = 200_000 / length;
  await findPersonalData(text);
  began = used();
  for (let round = 0; round < rounds; round++) await findPersonalData(text);
  console.log(`a call of ${length} characters: ${((used() - began) / rounds).toFixed(2)} ms`);
}

// A stream is looked at in windows of 250 characters, about every 50 of it: twelve tokens.
const window = sentence.repeat(2).slice(0, 250);
began = used();
for (let round = 0; round < 500; round++) await findPersonalData(window);
console.log(`a token of a stream: ${((used() - began) / 500 / 12).toFixed(3)} ms`);

const shapes = [
  'Anna ',
  'A. ',
  'Aa ',
  '1 ',
  '1.2.3.4 ',
  '+49 30 ',
  'Passwort x9! ',
  '12 Main Street, ',
  '12 rue a ',
  'Calle A ',
  'a@',
  ' at dot ',
  'key=',
  '://a:',
  'san ',
  'né ',
];
for (const shape of shapes) {
  const text = shape.repeat(Math.ceil(400_000 / shape.length)).slice(0, 400_000);
  const steps: number[] = [];
  let step = used();
  await findPersonalData(text, {
    onPiece: () => {
      steps.push(used() - step);
      step = used();
      return Promise.resolve();
    },
  });
  steps.sort((one, other) => one - other);
  const at = (part: number) => (steps[Math.floor(part * (steps.length - 1))] ?? 0).toFixed(1);
  console.log(
    `400,000 characters of ${JSON.stringify(shape)}: step median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}
