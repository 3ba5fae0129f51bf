import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import type { Attachment } from './draft.ts';

interface Upload {
  key: string;
  name: string;
  /** 0 to 1 while bytes leave; 1 while the file is read. */
  share: number;
}

/** Uploads files and hands them over once they can be asked. */
export function useUploads(onReady: (file: Attachment) => void) {
  const parley = useParley();
  const queries = useQueryClient();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const uploadOne = async (file: File) => {
    const key = crypto.randomUUID?.() ?? `${file.name}-${Math.random()}`;
    setUploads((all) => [...all, { key, name: file.name, share: 0 }]);
    try {
      const { file_id, filename } = await parley.files.upload(file, {
        onProgress: (progress) => {
          const share = progress.phase === 'uploading' ? progress.sentBytes / Math.max(1, progress.totalBytes) : 1;
          setUploads((all) => all.map((one) => (one.key === key ? { ...one, share } : one)));
        },
      });
      onReady({ id: file_id, name: filename });
      await queries.invalidateQueries({ queryKey: queryKeys.files.all });
    } catch (error) {
      toaster.failed(`${file.name}: ${sentence(error)}`);
    } finally {
      setUploads((all) => all.filter((one) => one.key !== key));
    }
  };
  return { uploads, upload: (files: File[]) => void Promise.all(files.map(uploadOne)) };
}
