import { type Command, needed } from '../command.ts';
import { runInService } from '../run-in-service.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write everything of a workspace, or of an end user, into one archive',
  usage: ['FILE.tar --workspace ID [options]'],
  options: {
    workspace: { value: 'ID', help: 'Of which workspace' },
    user: { value: 'ID', help: 'Only what is stored under this id of an end user' },
    'data-dir': { value: 'PATH', help: 'Database, files, secrets; default ./data (DATA_DIR)' },
  },
  notes: ['Run by the operator, with the settings of the service. docs/guides/exporting.md says what is in it.'],
  async run(call) {
    needed(call.arguments[0], 'a file to write to');
    needed(call.values.text('workspace'), '--workspace');
    return runInService('export', call);
  },
};
