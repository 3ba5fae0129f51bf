/**
 * How fast the embedded reader answers and what it takes in memory: `node --expose-gc bench/reader.ts [words] [answers]`.
 * Every answer is drawn from another text of so many words (default 2,000), so nothing read once can be used again.
 * Figures are processor time of the reader alone, without the thread that the service has for it; memory is what the last answer leaves, less what was before the first:
 * in use (heap and buffers) and resident (which the collector gives back late, later still on a busy machine).
 */
import { read } from '../engines/reader/src/index.ts';

const words = Number(process.argv[2] ?? 2000);
const answers = Number(process.argv[3] ?? 400);

const towns =
  'Ardel Brenna Corvo Denholt Elsin Farrow Gellin Harsk Istra Jorvik Kelda Lorne Morwen Nolte Orsa Pelham'.split(' ');
const people = 'Marta Holm|Ivo Brandt|Clara Sommer|Piet Larsen|Nadia Orlov|Tomas Reyes|Lena Fischer|Aki Tanaka'.split(
  '|',
);
const works =
  'bridge|harbour|library|observatory|theatre|lighthouse|hospital|market hall|railway station|water mill'.split('|');
const reasons =
  'after the great flood|to replace a wooden one|with money from the salt trade|although the council had refused|in less than two years'.split(
    '|',
  );

/** A different chronicle for every seed, in plain English sentences. */
function writeText(seed: number, length: number): { text: string; questions: string[] } {
  let state = seed * 2654435761;
  const next = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state % limit;
  };
  const pick = (list: string[]): string => list[next(list.length)] ?? '';
  const sentences: string[] = [];
  const questions: string[] = [];
  for (let count = 0; count < length; ) {
    const [person, work, town, year] = [pick(people), pick(works), pick(towns), 1500 + next(500)];
    const kinds = [
      `In ${year} the engineer ${person} built a ${work} in ${town} ${pick(reasons)}.`,
      `The ${work} of ${town}, which ${person} had opened in ${year}, was visited by about ${next(900) + 100},000 people a year.`,
      `Many families from ${town} moved to ${pick(towns)} because the ${work} there paid better wages than the fishing trade.`,
      `${person} wrote that the old ${work} was ${next(90) + 10} metres long and that its roof had never been repaired.`,
    ];
    const sentence = kinds[next(kinds.length)] ?? '';
    if (sentence.startsWith('In '))
      questions.push(`Who built the ${work} in ${town}?`, `When was the ${work} in ${town} built?`);
    sentences.push(sentence);
    count += sentence.split(' ').length;
  }
  return { text: sentences.map((sentence, index) => sentence + (index % 6 === 5 ? '\n\n' : ' ')).join(''), questions };
}

async function answer(seed: number): Promise<boolean> {
  const { text, questions } = writeText(seed, words);
  const question = questions[seed % questions.length] ?? 'What happened?';
  const documents = [{ filename: 'context', text }];
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }];
  const { sources = [] } = await read({ system: '', messages, documents }, { now: 0 });
  return sources.length > 0;
}

const collect = (): void => {
  if (globalThis.gc) globalThis.gc();
};
collect();
const idle = process.memoryUsage();
const started = performance.now();
await answer(0);
const firstMs = performance.now() - started;
for (let seed = 1; seed <= 60; seed++) await answer(seed);
const texts = process.cpuUsage();
for (let seed = 1; seed <= answers; seed++) writeText(seed, words);
const writing = process.cpuUsage(texts);
const before = process.cpuUsage();
let answered = 0;
for (let seed = 1; seed <= answers; seed++) if (await answer(1000 + seed)) answered++;
const used = process.cpuUsage(before);
const ms = (used.user + used.system - writing.user - writing.system) / 1000 / answers;
collect();
const after = process.memoryUsage();
const resident = (after.rss - idle.rss) / 1e6;
const live = (after.heapUsed + after.external - idle.heapUsed - idle.external) / 1e6;
console.log(`${answers} answers from ${words} words each, ${answered} with a source`);
console.log(
  `${(1000 / ms).toFixed(0)} answers a second of processor time (${ms.toFixed(2)} ms each); first answer, everything loaded on the way: ${firstMs.toFixed(0)} ms`,
);
const hint = globalThis.gc ? '' : ' (run with --expose-gc for steadier figures)';
console.log(`above idle: ${live.toFixed(0)} MB in use, ${resident.toFixed(0)} MB resident${hint}`);
