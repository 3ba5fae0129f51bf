import { type Command, UsageError } from '../command.ts';
import { runInService } from '../run-in-service.ts';

export const move: Command = {
  name: 'move',
  summary: 'Move from SQLite and a directory to PostgreSQL and S3, or back',
  usage: ['[options]'],
  options: {
    final: { help: 'The last pass, with the service stopped: checks that both sides are the same' },
    'data-dir': { value: 'PATH', help: 'Database, files, secrets of now; default ./data (DATA_DIR)' },
  },
  notes: [
    'Where to: MOVE_TO_DATABASE_URL and MOVE_TO_BLOB_URL, or MOVE_TO_DATA_DIR. docs/guides/moving.md says more.',
    'Without --final it copies while the service runs; each pass copies what has changed since the one before.',
  ],
  async run(call) {
    if (call.arguments.length > 0) throw new UsageError('move takes options only');
    return runInService('move', call);
  },
};
