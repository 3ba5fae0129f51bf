import { type Command, UsageError } from '../command.ts';
import { runInService } from '../run-in-service.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the tables of the database up to date, and start nothing',
  usage: ['[options]'],
  options: {
    'data-dir': { value: 'PATH', help: 'Of SQLite; default ./data (DATA_DIR)' },
  },
  notes: ['Each start does the same. By itself it is for where several processes start side by side, on PostgreSQL.'],
  async run(call) {
    if (call.arguments.length > 0) throw new UsageError('migrate takes options only');
    return runInService('migrate', call);
  },
};
