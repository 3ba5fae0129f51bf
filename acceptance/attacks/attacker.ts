import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, type Engine, nameOf, type Reply, type Request } from './attack.ts';
import { ask } from './client.ts';
import { type Ground, prepareGround } from './ground.ts';
import { faultOf } from './judge-reply.ts';
import { Service } from './service.ts';
import type { Vendor } from './vendor.ts';
import { Watch } from './watch.ts';

interface Limits {
  /** The longest that an answer of /healthz may wait, in milliseconds. */
  stallMs: number;
  /** By when each call must have ended. */
  callMs: number;
  /** How long a call is waited for at all. */
  capMs: number;
  /** Nothing is tried again: what is seen once counts. */
  isOnce: boolean;
}

export interface Outcome {
  attack: Attack;
  engine: Engine;
  /** The status of the last answer; 0 when there was none. */
  status: number;
  /** How long its slowest request took, by the clock. */
  ms: number;
  /** How long /healthz waited at most, less what is to be blamed on the machine. */
  stallMs: number;
  /** What was seen when it was tried again, where it was. */
  again?: { ms: number; stallMs: number };
  problems: string[];
}

interface Tried {
  status: number;
  ms: number;
  faults: string[];
}

interface AttackerParts {
  engine: Engine;
  vendor: Vendor;
  /** A server that does nothing, to know what is to be blamed on the machine. */
  idleUrl: string;
  limits: Limits;
}

/** Sends attacks to a service of its own, starts it again when it is dead or stuck, and tells what each of them did. */
export class Attacker {
  readonly outcomes: Outcome[] = [];
  readonly #parts: AttackerParts;
  #service: Service;
  #watch: Watch;
  #ground: Ground;

  private constructor(parts: AttackerParts, service: Service, ground: Ground) {
    this.#parts = parts;
    this.#service = service;
    this.#ground = ground;
    this.#watch = new Watch([`${service.url}/healthz`, parts.idleUrl]);
  }

  static async start(parts: AttackerParts): Promise<Attacker> {
    const service = await Service.start(parts.engine, parts.vendor.url);
    return new Attacker(parts, service, await groundOf(service, parts.vendor));
  }

  get service(): Service {
    return this.#service;
  }

  get ground(): Ground {
    return this.#ground;
  }

  /** Attacks at once. One that seems to do harm is tried again alone, so that none is blamed for another or for the machine. */
  async run(attacks: readonly Attack[]): Promise<void> {
    const { engine } = this.#parts;
    const { tried, stallMs } = await this.#try(attacks, 0);
    const isWorse = (one: Tried, stall: number) =>
      stall > this.#parts.limits.stallMs || one.ms > this.#parts.limits.callMs || one.faults.length > 0;
    for (const [i, attack] of attacks.entries()) {
      const first = tried[i] as Tried; // one for each
      const outcome: Outcome = { attack, engine, status: first.status, ms: first.ms, stallMs, problems: [] };
      this.outcomes.push(outcome);
      if (!isWorse(first, stallMs)) continue;
      if (this.#parts.limits.isOnce) {
        this.#judge(outcome, first, first, stallMs);
        await this.#revive();
        continue;
      }
      await this.#revive();
      const second = await this.#try([attack], 1);
      const again = second.tried[0] as Tried; // one was tried
      if (attacks.length > 1) {
        // What happened among others says nothing of this one.
        outcome.stallMs = second.stallMs;
        outcome.ms = again.ms;
        outcome.status = again.status;
        if (!isWorse(again, second.stallMs)) continue;
        await this.#revive();
        const third = await this.#try([attack], 2);
        this.#judge(outcome, again, third.tried[0] as Tried, third.stallMs); // one was tried
      } else this.#judge(outcome, first, again, second.stallMs);
      await this.#revive();
    }
  }

  /** A problem is what is seen twice: a machine with other work stumbles once, a stall by work comes back. */
  #judge(outcome: Outcome, first: Tried, again: Tried, stallMs: number): void {
    const { limits } = this.#parts;
    const name = nameOf(outcome.attack);
    if (again !== first) outcome.again = { ms: again.ms, stallMs };
    const stall = Math.min(outcome.stallMs, stallMs);
    if (stall > limits.stallMs)
      outcome.problems.push(`${name}: /healthz waited ${stall} ms longer than an idle server`);
    const ms = Math.min(first.ms, again.ms);
    if (ms > limits.callMs) outcome.problems.push(`${name}: took ${(ms / 1000).toFixed(1)} s`);
    for (const fault of again.faults) outcome.problems.push(`${name}: ${fault}`);
    if (this.#service.isDead) outcome.problems.push(`${name}: the service died`);
    for (const problem of outcome.problems) console.log(`PROBLEM (${this.#parts.engine}) ${problem}`);
  }

  async #try(attacks: readonly Attack[], attempt: number): Promise<{ tried: Tried[]; stallMs: number }> {
    const begun = attacks.map((attack) => attack.begin(attempt));
    const alone = attacks.length === 1 ? begun[0] : undefined;
    this.#parts.vendor.reply = alone?.reply ?? {};
    await this.#watch.longest();
    const tried = await Promise.all(begun.map(({ send }) => this.#send(send)));
    // What was begun by a call may go on after its answer.
    await pause(30);
    const [health = 0, idle = 0, slowness = 1] = await this.#watch.longest();
    this.#parts.vendor.reply = {};
    return { tried, stallMs: Math.round(Math.max(0, health - idle) / slowness) };
  }

  async #send(send: (ask: (request: Request) => Promise<Reply>) => Promise<void>): Promise<Tried> {
    const result: Tried = { status: 0, ms: 0, faults: [] };
    await send(async (request) => {
      const started = performance.now();
      const reply = await ask(this.#service.url, request, this.#parts.limits.capMs);
      result.ms = Math.max(result.ms, Math.round(performance.now() - started));
      result.status = reply.status;
      const fault = faultOf(reply, request.path);
      if (fault) result.faults.push(`${request.method} ${request.path.slice(0, 80)} ${fault}`);
      return reply;
    });
    return result;
  }

  /** Another service when this one is dead or has not answered for a while. */
  async #revive(): Promise<void> {
    if (!this.#service.isDead) {
      const { status } = await ask(this.#service.url, { method: 'GET', path: '/healthz' }, 3000);
      if (status === 200) return;
      console.log('the service is stuck: it is started again');
    }
    await this.restart();
  }

  async restart(): Promise<void> {
    await this.#service.kill();
    this.#service = await Service.start(this.#parts.engine, this.#parts.vendor.url);
    this.#ground = await groundOf(this.#service, this.#parts.vendor);
    this.#watch.follow([`${this.#service.url}/healthz`, this.#parts.idleUrl]);
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.#service.kill();
  }
}

function groundOf(service: Service, vendor: Vendor): Promise<Ground> {
  return prepareGround((request) => ask(service.url, request, 30_000), vendor.url);
}
