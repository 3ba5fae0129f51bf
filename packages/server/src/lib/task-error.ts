/** Why a task has no result: `timeout`, `memory` and `crash` ended its process or thread, `task` is the task's own error. */
export class TaskError extends Error {
  readonly reason: 'timeout' | 'memory' | 'crash' | 'task' | 'busy' | 'closed';
  /** Machine-readable name that the task gave its own error. */
  readonly code: string | undefined;
  /** Tasks that the process or thread had done before this one: with none of them the task itself is to blame. */
  tasksBefore = 0;

  constructor(reason: TaskError['reason'], message: string, code?: string) {
    super(message);
    this.name = 'TaskError';
    this.reason = reason;
    this.code = code;
  }
}
