import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

export const balancerNames = ['caddy', 'nginx', 'haproxy'] as const;
export type BalancerName = (typeof balancerNames)[number];

export interface Balancer {
  name: BalancerName;
  version: string;
  /** The port of its HTTPS. */
  port: number;
  /** Of the public name, as it stands in the shipped file. */
  host: string;
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  /** Of the two processes. */
  ports: [number, number];
  http: number;
  https: number;
}

const startMs = 30_000;

/** Starts a balancer with the file of `deploy/`, in which addresses, ports and places of files alone are others. */
export async function startBalancer(name: BalancerName, directory: string, ports: [number, number]): Promise<Balancer> {
  const folder = join(directory, name);
  mkdirSync(folder, { recursive: true });
  const place = { folder, ports, http: await freePort(), https: await freePort() };
  const { command, env = {}, host, version } = kinds[name](place);
  const [program = '', ...words] = command;
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  const balancer = { name, version, port: place.https, host, stop: () => stop(child) };
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await pause(100)) {
    if (await isOpen(place.https)) return balancer;
  }
  await balancer.stop();
  throw new Error(`${name} did not start`);
}

interface Kind {
  command: string[];
  env?: Record<string, string>;
  host: string;
  version: string;
}

const kinds: Record<BalancerName, (place: Place) => Kind> = {
  caddy(place) {
    const program = process.env.CADDY ?? 'caddy';
    const global = [
      'admin off',
      `http_port ${place.http}`,
      `https_port ${place.https}`,
      `storage file_system ${place.folder}`,
      // Certificates of its own authority: no public one gives any for this machine.
      'local_certs',
      'skip_install_trust',
      'log default {\nlevel ERROR\n}',
    ];
    const file = write(place, 'Caddyfile', `{\n${global.join('\n')}\n}\n${withAddresses('Caddyfile', place)}`);
    const host = 'ai.localhost';
    return {
      command: [program, 'run', '--adapter', 'caddyfile', '--config', file],
      env: { DOMAIN: host, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
      host,
      version: firstLine(program, 'version'),
    };
  },
  nginx(place) {
    const host = 'ai.example.com';
    const [chain, key] = certificate(place, host);
    const text = withAddresses('nginx.conf', place)
      .replaceAll('listen 80;', `listen 127.0.0.1:${place.http};`)
      .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${place.https} ssl;`)
      .replace('/etc/nginx/certs/fullchain.pem', chain)
      .replace('/etc/nginx/certs/privkey.pem', key);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(place.folder, kind)};`,
    );
    const file = write(place, 'nginx.conf', text.replace('http {\n', `http {\naccess_log off;\n${paths.join('\n')}\n`));
    // Workers run without root by default, and then cannot write where this program is the owner.
    const user = process.getuid?.() === 0 ? 'user root; ' : '';
    const global = `${user}daemon off; pid ${join(place.folder, 'nginx.pid')}; error_log ${join(place.folder, 'error.log')} warn;`;
    const program = process.env.NGINX ?? 'nginx';
    const words = ['-p', place.folder, '-c', file, '-e', join(place.folder, 'error.log'), '-g', global];
    return { command: [program, ...words], host, version: firstLine(program, '-v') };
  },
  haproxy(place) {
    const host = 'ai.example.com';
    const [chain, key] = certificate(place, host);
    const both = write(place, 'both.pem', readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
    const text = withAddresses('haproxy.cfg', place)
      .replace('bind :80', `bind 127.0.0.1:${place.http}`)
      .replace('bind :443', `bind 127.0.0.1:${place.https}`)
      .replace('crt /etc/haproxy/certs/', `crt ${both}`);
    const program = process.env.HAPROXY ?? 'haproxy';
    return {
      command: [program, '-db', '-q', '-f', write(place, 'haproxy.cfg', text)],
      host,
      version: firstLine(program, '-v'),
    };
  },
};

function withAddresses(name: string, { ports }: Place): string {
  const text = readFileSync(resolve('deploy', name), 'utf8');
  const changed = text
    .replaceAll('parley-1:8484', `127.0.0.1:${ports[0]}`)
    .replaceAll('parley-2:8484', `127.0.0.1:${ports[1]}`)
    // The store is not asked here; the name has to be one that is found.
    .replaceAll('s3:8333', '127.0.0.1:8333');
  for (const port of ports) if (!changed.includes(`127.0.0.1:${port}`)) throw new Error(`${name} names a process less`);
  return changed;
}

function certificate({ folder }: Place, host: string): [string, string] {
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:files.${host}`];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, '-keyout', key, '-out', chain, ...names], { stdio: 'ignore' });
  return [chain, key];
}

function write({ folder }: Place, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function firstLine(program: string, word: string): string {
  const { error, stdout, stderr } = spawnSync(program, [word], { encoding: 'utf8' });
  if (error) throw new Error(`${program} is not installed`);
  return (stdout + stderr).split('\n')[0]?.trim() ?? '';
}

async function isOpen(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  // HAProxy waits for those who are still connected.
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exit;
  clearTimeout(timer);
}
