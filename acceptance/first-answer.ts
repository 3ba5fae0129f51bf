/**
 * What a new user does, on a machine with each Node that the README names: clones this repository as it is committed, and runs the
 * commands of the README and the quick start as they are printed, with a PDF of their own. Times the first answer, and fails on a
 * warning of any of them: `npm run test:first-answer`, or `npm run test:first-answer -- 20 README.md` for one Node and one page. It is for
 * a machine with nothing else to do: most of its time is npm's, and how busy the machine was is printed beside each time. Ends with `N
 * passed, N failed`. HOME and npm's cache are empty, as on a fresh machine; but the port is a free one (the printed addresses follow).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { fetchRuntimes, type Runtime } from './packed/runtimes.ts';

const answerLimitSeconds = 120;
const installMs = 600_000;
const stepMs = 120_000;
const warning = /EBADENGINE|\bwarn(?:ing)?\b|deprecated/i;
/** What the README prints that a test has no model, no key or no hour for. */
const left = /npm test|OPENAI_API_KEY=|PARLEY_MODEL=/;
const pdf = resolve('examples/samples/lease.pdf');
const root = resolve('.');

let passed = 0;
let failed = 0;

function check(name: string, isTrue: boolean, details = ''): void {
  if (isTrue) passed++;
  else failed++;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${name}${isTrue ? '' : `\n${details.slice(-2000)}`}`);
}

/** The shell blocks of a page, in their order. */
function shellBlocks(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
}

interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

class NewUser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-first-answer-'));
  readonly #runtime: Runtime;
  readonly #port: number;
  readonly #env: Record<string, string | undefined>;
  #service: ChildProcess | undefined;
  #said = '';

  constructor(runtime: Runtime, port: number) {
    this.#runtime = runtime;
    this.#port = port;
    const reaching =
      /^(?:npm_config_(?:globalconfig|userconfig|registry|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy)$/i;
    const places = [dirname(runtime.command[0]), dirname(which('npm')), '/usr/bin', '/bin'];
    this.#env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => reaching.test(name))),
      PATH: places.join(':'),
      HOME: join(this.#folder, 'home'),
      PORT: String(port),
      npm_config_cache: join(this.#folder, 'npm-cache'),
    };
    mkdirSync(join(this.#folder, 'home'));
  }

  /** Goes through one page: the first block starts the service, a second terminal runs the others. */
  async read(page: string): Promise<void> {
    const [first = '', ...others] = shellBlocks(page);
    const begun = performance.now();
    await this.#start(`${page}: the first block starts the service`, first);
    for (const name of ['contract.pdf', 'lease.pdf', 'report.pdf'])
      copyFileSync(pdf, join(this.#folder, 'parley', name));
    const [asks = '', ...rest] = others.filter((code) => !left.test(code));
    const ask = asks.split('\n').find((line) => line.startsWith('npx parley ask')) ?? '';
    const answer = this.#run(ask);
    const seconds = Math.round((performance.now() - begun) / 1000);
    check(
      `${page}: the first answer about a PDF after ${seconds} s (${howBusy()})`,
      seconds < answerLimitSeconds && /lease|tenan/i.test(answer.stdout),
      answer.stdout + answer.stderr,
    );
    this.#judge(page, ask, answer);
    let fileId = '';
    for (const block of [asks.replace(`${ask}\n`, ''), ...rest]) {
      // As somebody does who pastes on in the same terminal, with the id of the reply before.
      const ran = this.#run(`eval "$(npx parley keys show)"\nFILE_ID=${fileId}\n${block}`);
      fileId = /"file_id": ?"([^"]+)"/.exec(ran.stdout)?.[1] ?? fileId;
      this.#judge(page, block.split('\n')[0] ?? '', ran);
    }
    await this.#openDashboard(page);
  }

  /** As in a browser that was opened before what builds it was there. */
  async #openDashboard(page: string): Promise<void> {
    const until = performance.now() + stepMs;
    let html = '';
    while (performance.now() < until && !html.includes('/assets/')) {
      // The connection of a moment ago may have ended while the commands ran.
      html = await fetch(`http://127.0.0.1:${this.#port}/`, { headers: { accept: 'text/html' } }).then(
        (opened) => opened.text(),
        String,
      );
      await new Promise((done) => setTimeout(done, 500));
    }
    check(`${page}: the dashboard is there`, html.includes('/assets/'), html);
  }

  #judge(page: string, command: string, { status, stdout, stderr }: Ran): void {
    const isRefused = /"success": ?false|"type": ?"error"/.test(stdout);
    check(`${page}: ${command}`, status === 0 && !isRefused && !warning.test(stderr), `${stdout}\n${stderr}`);
  }

  #run(code: string): Ran {
    const script = `set -e -o pipefail\n${code.replaceAll('127.0.0.1:8484', `127.0.0.1:${this.#port}`)}`;
    const cwd = join(this.#folder, 'parley');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd,
      env: this.#env,
      encoding: 'utf8',
      timeout: stepMs,
    });
    return { status, stdout, stderr };
  }

  async #start(name: string, code: string): Promise<void> {
    const script = code.replace('<address of this repository>', `file://${root}`);
    // A group of its own, so that what the shell started ends with it.
    const child = spawn('bash', ['-c', script], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#service = child;
    this.#said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        this.#said += text;
      });
    }
    const until = performance.now() + installMs;
    while (performance.now() < until && child.exitCode === null && !(await this.#isReady())) {
      await new Promise((done) => setTimeout(done, 100));
    }
    check(
      `${name} under ${this.#runtime.name}, without a warning`,
      (await this.#isReady()) && !warning.test(this.#said),
      this.#said,
    );
  }

  #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async leave(): Promise<void> {
    const child = this.#service;
    if (child?.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Others at work make every time longer. */
const howBusy = (): string =>
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')} on ${cpus().length} cores`;

function which(program: string): string {
  return spawnSync('bash', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
}

const [wanted = '', wantedPage] = process.argv.slice(2);
const { runtimes, missing } = await fetchRuntimes();
for (const { name, reason } of missing.filter((one) => one.name.startsWith('Node')))
  check(`${name} can be had`, false, reason);
for (const runtime of runtimes) {
  if (!runtime.name.startsWith(`Node ${wanted}`)) continue;
  for (const page of ['README.md', 'docs/guides/quick-start.md'].filter((one) => one === (wantedPage ?? one))) {
    const user = new NewUser(runtime, await freePort());
    try {
      await user.read(page);
    } finally {
      await user.leave();
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
