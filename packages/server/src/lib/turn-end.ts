let tasks: (() => void)[] = [];
let next = 0;

/**
 * Runs a task once what this turn of the event loop has read is handled, together with all others of the turn. A task that one of
 * them asks for runs in the same pass, so that what came for a stream and what goes out for it need one callback of Node and not two.
 */
export function atTurnEnd(task: () => void): void {
  if (tasks.push(task) === 1) setImmediate(run);
}

function run(): void {
  try {
    for (let task = tasks[next]; task !== undefined; task = tasks[next]) {
      next++;
      task();
    }
  } finally {
    // When a task throws, the others still have their turn.
    if (next < tasks.length) setImmediate(run);
    else {
      tasks = [];
      next = 0;
    }
  }
}
