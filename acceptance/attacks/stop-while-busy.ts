import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, nameOf } from './attack.ts';
import { ask } from './client.ts';
import { Service } from './service.ts';
import type { Vendor } from './vendor.ts';

/** Asks the service to stop while it works on the worst that was found. Says what went wrong. */
export async function stopWhileBusy(service: Service, vendor: Vendor, worst: readonly Attack[]): Promise<string[]> {
  const begun = worst.map((attack, i) => attack.begin(10 + i));
  vendor.reply = Object.assign({}, ...begun.map(({ reply }) => reply));
  let isAsked = false;
  // Each again and again, so that one is being worked on when the signal comes.
  const lanes = begun.map(async ({ send }) => {
    while (!isAsked) await send((request) => ask(service.url, request, Service.graceMs + 10_000));
  });
  await pause(500);
  isAsked = true;
  const { ms, code } = await service.stop(Service.graceMs + 10_000);
  await Promise.all(lanes);
  const names = worst.map(nameOf).join('; ');
  console.log(`kill -TERM during ${names}: ${code === null ? 'no exit' : `exit ${code}`} after ${ms} ms`);
  // The grace is for open calls; what is closed after them takes a moment.
  if (code === 0 && ms <= Service.graceMs + 2000) return [];
  return [`kill -TERM during ${names}: ${code === null ? 'no exit' : `exit ${code}`} after ${ms} ms`];
}
