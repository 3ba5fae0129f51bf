import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './client.ts';
import { faultOf } from './judge-reply.ts';
import type { Service } from './service.ts';

const wrongPerSecond = 30;
const rightPerSecond = 2;

/** Thirty wrong keys a second from one address, and now and then a right one that was never used: all of these must be let in. */
export async function tryWrongKeys(service: Service, seconds: number): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < seconds * rightPerSecond; i++) {
    const made = await ask(
      service.url,
      { method: 'POST', path: '/v1/admin/keys', json: { name: `k${i}` }, isAdmin: true },
      15_000,
    );
    const key = /"key":"([^"]+)"/.exec(made.text)?.[1];
    if (key === undefined) return [`no key could be made: ${made.status} ${made.text.slice(0, 200)}`];
    keys.push(key);
  }
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  const wrong = async (i: number) => {
    // Some of them look like keys, some do not.
    const key = i % 2 === 0 ? `${keys[0]?.slice(0, -9)}${String(i).padStart(9, 'x')}` : `wrong-key-of-an-attacker-${i}`;
    const reply = await ask(service.url, { method: 'GET', path: '/v1/files' }, 15_000, key);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    const fault = reply.status === 200 ? 'let in' : faultOf(reply);
    if (fault) problems.push(`a wrong key was ${fault}`);
  };
  const right = async (key: string) => {
    const { status } = await ask(service.url, { method: 'GET', path: '/v1/files' }, 15_000, key);
    if (status !== 200) problems.push(`a right key was answered ${status} among wrong ones`);
  };
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let i = 0; i < seconds * wrongPerSecond; i++) {
    calls.push(wrong(i));
    const key = i % (wrongPerSecond / rightPerSecond) === 0 ? keys[i / (wrongPerSecond / rightPerSecond)] : undefined;
    if (key !== undefined) calls.push(right(key));
    await pause(Math.max(0, started + ((i + 1) * 1000) / wrongPerSecond - performance.now()));
  }
  await Promise.all(calls);
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`wrong keys: ${told} in ${seconds} s; ${keys.length} right ones among them, ${problems.length} problems`);
  return problems;
}
