type TaskHandlers = Record<string, (payload: never, progress: (value: unknown) => void) => unknown>;

/**
 * The other side: called once by the entry module of a pool with the tasks it serves. An error's string `code` travels
 * to the caller.
 */
export function serveTasks(handlers: TaskHandlers): void {
  process.on('disconnect', () => process.exit(0));
  process.send?.({ isReady: true });
  process.on('message', async (message: { name: string; payload: never }) => {
    const reply = (value: object) => process.send?.(value);
    try {
      const handler = handlers[message.name];
      if (!handler) throw new Error(`there is no task ${message.name}`);
      reply({ value: await handler(message.payload, (progress) => reply({ progress })) });
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
      reply({ error: { message: error instanceof Error ? error.message : String(error), code } });
    }
  });
}
