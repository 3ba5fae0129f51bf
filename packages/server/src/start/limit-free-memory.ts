const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '8388608' };

/**
 * Has the allocator of glibc give large buffers back to the system when they are freed, and keep no more than so much that is free, for
 * as few groups of threads (https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html). It reads this once,
 * when a process begins; so this one begins anew under the same number, and never comes back from here. Nothing happens where one of the
 * settings is given already, on other systems, and in a process that talks to the one that started it.
 */
export function limitFreeMemory(env: NodeJS.ProcessEnv): void {
  const isSet = Object.keys(settings).some((name) => env[name] !== undefined);
  if (process.platform !== 'linux' || !process.execve || process.send || isSet) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...env, ...settings });
}
