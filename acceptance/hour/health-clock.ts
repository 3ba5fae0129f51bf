import { Worker } from 'node:worker_threads';

/** Asks an address ten times a second from a thread of its own, so that what this program does besides is not measured. */
export class HealthClock {
  readonly #worker: Worker;

  constructor(address: string) {
    this.#worker = new Worker(program, { eval: true, workerData: address });
  }

  /** How long each answer since the last call took, in milliseconds; one that is still awaited counts. -1: no answer, or another than 200. */
  taken(): Promise<number[]> {
    return new Promise((done) => {
      this.#worker.once('message', done);
      this.#worker.postMessage('take');
    });
  }

  close(): void {
    void this.#worker.terminate();
  }
}

const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: true });
let times = [];
let begun = null;
parentPort.on('message', () => {
  parentPort.postMessage(begun === null ? times : times.concat(performance.now() - begun));
  times = [];
});
function ask() {
  begun = performance.now();
  const end = (isGood) => {
    if (begun === null) return;
    times.push(isGood ? performance.now() - begun : -1);
    begun = null;
    setTimeout(ask, 100);
  };
  get(workerData, { agent, timeout: 30000 }, (answer) => answer.resume().on('end', () => end(answer.statusCode === 200)).on('error', () => end(false))).on('error', () => end(false));
}
ask();
`;
