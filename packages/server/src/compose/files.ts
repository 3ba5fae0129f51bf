import type { FileContext } from '../features/retrieval/file-context.ts';
import type { ReadDocument } from '../features/text/message-blocks.ts';
import { AppError } from '../lib/app-error.ts';

/** Files and what is read out of them. */
export function composeFiles(): { files: FileContext; readDocument: ReadDocument } {
  return {
    files: {
      load: async ({ fileIds: [fileId = ''] }) => {
        throw new AppError('file_not_found', `There is no file ${fileId}`, { fields: { file_id: fileId } });
      },
      sources: async () => [],
    },
    readDocument: async () => {
      throw new AppError('unsupported_file_type', 'Documents of this type cannot be read');
    },
  };
}
