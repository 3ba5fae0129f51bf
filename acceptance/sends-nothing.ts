/**
 * Starts the service in a network namespace of its own, uses everything it can do, lets a day of its timers fire, and checks that it
 * asked for no name and sent no packet to any address but the loopback: `npm run test:sends-nothing`. Needs Linux, `unshare`
 * (util-linux), `ip` (iproute2) and the right to make namespaces (root, or user namespaces).
 *
 * The namespace has one cable, whose other end plays the whole internet: a name server that writes down what it is asked, and every
 * address there is, with listeners on usual ports; the packets on the cable are counted, so that other ports show as well. Before
 * the service starts a control asks for a name and opens a connection: when those are not seen the check itself is broken, and fails.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { searchAndResearch, useEveryCapability } from './every-capability.ts';
import { useOwnFilesEverywhere } from './own-files.ts';
import { serviceEntry } from './service-entry.ts';
import { startService } from './start-service.ts';

const self = import.meta.filename;
const [outside, inside] = ['10.77.0.1', '10.77.0.2'];
const control = { name: 'control.example', address: '203.0.113.9', port: 443 };
const watchedPorts = [25, 53, 80, 443, 4317, 4318, 5432, 6379, 8080, 8443];
const port = 18_650;
const quietMs = 2000;

const [, , part] = process.argv;
if (part === 'internet') await playInternet();
else if (part === 'service') await useService();
else {
  const run = spawn('unshare', ['--map-root-user', '--net', '--mount', process.execPath, self, 'internet'], {
    stdio: 'inherit',
  });
  run.on('error', (error) => console.error(`unshare: ${error.message}`));
  const [code] = await once(run, 'exit');
  process.exitCode = code ?? 1;
}

interface Seen {
  names: string[];
  connections: string[];
  packets: number;
}

async function playInternet(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-network-'));
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  writeFileSync(join(folder, 'resolv.conf'), `nameserver ${outside}\n`);
  execFileSync('mount', ['--bind', join(folder, 'resolv.conf'), '/etc/resolv.conf']);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'inner', 'type', 'veth', 'peer', 'name', 'outer');
  const service = spawn('unshare', ['--net', process.execPath, self, 'service'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The namespace is there as soon as the service's part says so.
  const lines = createInterface({ input: service.stdout });
  const said = lines[Symbol.asyncIterator]();
  if ((await said.next()).value !== 'waiting') throw new Error('the part of the service did not start');
  const within = (...words: string[]) =>
    execFileSync('nsenter', ['--target', String(service.pid), '--net', 'ip', ...words]);
  ip('link', 'set', 'inner', 'netns', String(service.pid));
  ip('address', 'add', `${outside}/24`, 'dev', 'outer');
  // Nothing goes by IPv6: the cable has no such address.
  ip('link', 'set', 'outer', 'addrgenmode', 'none');
  ip('link', 'set', 'outer', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'outer');
  within('link', 'set', 'lo', 'up');
  within('address', 'add', `${inside}/24`, 'dev', 'inner');
  within('link', 'set', 'inner', 'addrgenmode', 'none');
  within('link', 'set', 'inner', 'up');
  within('route', 'add', 'default', 'via', outside);

  const seen = new Map<string, Seen>();
  let now: Seen = { names: [], connections: [], packets: 0 };
  await recordNames((name) => now.names.push(name));
  await recordConnections((address) => now.connections.push(address));
  await pause(quietMs);
  service.stdin.write('go\n');
  for await (const line of { [Symbol.asyncIterator]: () => said }) {
    const phase = /^phase (.*)/.exec(line)?.[1];
    if (phase === undefined) {
      console.log(line);
      continue;
    }
    now.packets += packets();
    now = { names: [], connections: [], packets: -packets() };
    seen.set(phase, now);
  }
  const [code] = service.exitCode === null ? await once(service, 'exit') : [service.exitCode];
  rmSync(folder, { recursive: true, force: true });
  process.exit(judge(seen) && code === 0 ? 0 : 1);
}

/** Says what was seen in each phase, and whether it was what may be. */
function judge(seen: Map<string, Seen>): boolean {
  const none: Seen = { names: [], connections: [], packets: 0 };
  let isRight = true;
  const check = (phase: string, rule: string, holds: (seen: Seen) => boolean) => {
    const found = seen.get(phase) ?? none;
    const isHeld = seen.has(phase) && holds(found);
    isRight &&= isHeld;
    const { names, connections } = found;
    console.log(
      `${isHeld ? 'ok  ' : 'FAIL'} ${phase}: ${rule} (names: ${[...new Set(names)].join(', ') || 'none'}; connections: ${[...new Set(connections)].join(', ') || 'none'}; packets: ${found.packets})`,
    );
  };
  const isNothing = ({ names, connections, packets: count }: Seen) =>
    names.length + connections.length === 0 && count === 0;
  check(
    'control',
    'a name and a connection are seen',
    ({ names, connections, packets: count }) =>
      names.includes(control.name) && connections.includes(`${control.address}:${control.port}`) && count > 0,
  );
  check('every capability', 'nothing leaves', isNothing);
  check('files of one’s own, with every call that takes them', 'nothing leaves', isNothing);
  check('a day', 'nothing leaves', isNothing);
  check(
    'search',
    'only Wikipedia is asked, because a caller searches',
    ({ names, connections }) =>
      names.length > 0 && names.every((name) => name.endsWith('.wikipedia.org')) && connections.length === 0,
  );
  return isRight;
}

/** IP packets that have come over the cable: nothing else is sent to this end's namespace. */
function packets(): number {
  const [names = '', numbers = ''] = readFileSync('/proc/net/snmp', 'utf8').match(/^Ip: .*$/gm) ?? [];
  return Number(numbers.split(' ')[names.split(' ').indexOf('InReceives')]);
}

async function recordNames(record: (name: string) => void): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port: from, address }) => {
    const labels: string[] = [];
    for (let at = 12; at < question.length && question[at] !== 0; at += (question[at] ?? 0) + 1) {
      labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
    }
    record(labels.join('.').toLowerCase());
    // There is no such name: https://www.rfc-editor.org/rfc/rfc1035#section-4.1.1
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    answer.writeUInt16BE(0, 10);
    socket.send(answer.subarray(0, endOfQuestion(question)), from, address);
  });
  socket.bind(53, '0.0.0.0');
  await once(socket, 'listening');
}

function endOfQuestion(question: Buffer): number {
  let at = 12;
  while (at < question.length && question[at] !== 0) at += (question[at] ?? 0) + 1;
  return at + 5;
}

async function recordConnections(record: (address: string) => void): Promise<void> {
  for (const watched of watchedPorts) {
    const server = createServer((socket) => {
      record(`${socket.localAddress}:${socket.localPort}`);
      socket.destroy();
    });
    server.listen(watched, '0.0.0.0');
    await once(server, 'listening');
  }
}

async function useService(): Promise<void> {
  console.log('waiting');
  await once(process.stdin, 'data');
  console.log('phase control');
  await lookup(control.name).catch(() => {});
  const socket = connect(control.port, control.address);
  await Promise.race([once(socket, 'close'), pause(5000)]).catch(() => {});
  await pause(quietMs);

  console.log('phase every capability');
  const service = await startService(serviceEntry, port, {
    env: { PASS_A_DAY: '1', VIDEO_SECONDS: '1' },
    execArgv: ['--import', join(import.meta.dirname, 'pass-a-day.ts')],
  });
  try {
    const fileIds = await useEveryCapability(service);
    await pause(quietMs);
    console.log('phase files of one’s own, with every call that takes them');
    const calls = await useOwnFilesEverywhere(service);
    await pause(quietMs);
    console.log('phase a day');
    service.process.send('pass a day');
    const [fired] = await once(service.process, 'message');
    await pause(quietMs);
    console.log('phase search');
    await searchAndResearch(service, fileIds);
    await pause(quietMs);
    console.log(`${fileIds.length} kinds of files; ${calls} calls that take files; ${fired} timers fired`);
    console.log('phase end');
    await pause(quietMs);
  } finally {
    await service.stop();
  }
  process.exit(0);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
