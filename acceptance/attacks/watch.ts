import { Worker } from 'node:worker_threads';

/** Asks addresses again and again from a thread of its own, so that what the program itself does is not measured. */
export class Watch {
  readonly #worker: Worker;

  constructor(addresses: string[]) {
    this.#worker = new Worker(program, { eval: true, workerData: addresses });
  }

  follow(addresses: string[]): void {
    this.#worker.postMessage(addresses);
  }

  /**
   * The longest answer of each address since the last call, in whole milliseconds (one that is still awaited counts), and at the
   * end how many times longer than its processor time a piece of work took meanwhile: 1 on a machine of one's own.
   */
  longest(): Promise<number[]> {
    return new Promise((done) => {
      this.#worker.once('message', done);
      this.#worker.postMessage('longest');
    });
  }

  close(): void {
    void this.#worker.terminate();
  }
}

const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, get } = require('node:http');
let addresses = workerData;
let longest = addresses.map(() => 0);
let begun = addresses.map(() => null);
const agent = new Agent({ keepAlive: true });
parentPort.on('message', (message) => {
  if (Array.isArray(message)) { addresses = message; return; }
  const now = performance.now();
  const slowness = Math.max(1, wall / cpu);
  parentPort.postMessage(longest.map((ms, i) => Math.round(begun[i] === null ? ms : Math.max(ms, now - begun[i]))).concat(slowness));
  longest = addresses.map(() => 0);
});
function ask(i) {
  begun[i] = performance.now();
  const end = () => {
    if (begun[i] === null) return;
    longest[i] = Math.max(longest[i], performance.now() - begun[i]);
    begun[i] = null;
    setTimeout(ask, 10, i);
  };
  get(addresses[i], { agent, timeout: 60000 }, (answer) => answer.resume().on('end', end).on('error', end)).on('error', end);
}
addresses.forEach((_, i) => ask(i));
let wall = 1, cpu = 1;
setInterval(() => {
  const started = performance.now(), before = process.threadCpuUsage();
  for (let i = 0; performance.now() - started < 8; i++) Math.sqrt(i);
  const spent = process.threadCpuUsage(before);
  // What counts is the last second or so.
  wall = wall * 0.9 + (performance.now() - started);
  cpu = cpu * 0.9 + (spent.user + spent.system) / 1000;
}, 100);
`;
