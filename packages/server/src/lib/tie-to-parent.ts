import { type ChildProcess, spawnSync } from 'node:child_process';

const command = ['setpriv', '--pdeathsig', 'KILL'] as const;
const checkMs = 2000;

/**
 * The command that starts a program that the system ends with the process that started it, however that ends: one in the middle of a loop does not
 * hear that nobody is there any more. Empty where the system has no such thing; what ends in order kills its processes itself.
 */
export function tiedToParent(): string[] {
  if (process.platform !== 'linux') return [];
  const [program, ...options] = command;
  const { status } = spawnSync(program, [...options, 'true'], { stdio: 'ignore', timeout: checkMs });
  return status === 0 ? [...command] : [];
}

const living = new Set<ChildProcess>();
const killLiving = (): void => {
  for (const child of living) child.kill('SIGKILL');
};

/** Ends a process when this one exits. */
export function endWithUs(child: ChildProcess): void {
  if (!process.listeners('exit').includes(killLiving)) process.on('exit', killLiving);
  living.add(child);
  child.on('exit', () => living.delete(child));
}
