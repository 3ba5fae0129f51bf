import type { ResearchRun } from '@parley/sdk';
import { Download, FileText, Printer } from 'lucide-react';
import { useState } from 'react';
import { saveBlob } from '../../lib/save-blob.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useProblemSentence } from '../../ui/problem.tsx';
import { useToaster } from '../../ui/toast.tsx';
import { fileNameOf, reportMarkdown, reportTitle } from './report.ts';
import { useResearchText } from './research-text.ts';

/** The report as a file. */
export function ExportMenu({ run }: { run: ResearchRun }) {
  const text = useResearchText();
  const toaster = useToaster();
  const sentence = useProblemSentence();
  const [isBusy, setIsBusy] = useState(false);
  const title = reportTitle(run) ?? text.untitled;
  const markdown = () => reportMarkdown(run, text.sources);
  const asDocx = async () => {
    setIsBusy(true);
    try {
      const { reportDocx } = await import('./report-docx.ts');
      saveBlob(await reportDocx(markdown(), title), fileNameOf(title, 'docx'));
    } catch (error) {
      toaster.failed(sentence(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden />} isBusy={isBusy}>
          {text.export}
        </Button>
      }
      groups={[
        [
          {
            key: 'md',
            label: text.asMarkdown,
            icon: <FileText aria-hidden />,
            onSelect: () => saveBlob(new Blob([markdown()], { type: 'text/markdown' }), fileNameOf(title, 'md')),
          },
          { key: 'docx', label: text.asDocx, icon: <FileText aria-hidden />, onSelect: () => void asDocx() },
          // The menu has to be gone before the page is printed.
          { key: 'pdf', label: text.asPdf, icon: <Printer aria-hidden />, onSelect: () => setTimeout(print, 300) },
        ],
      ]}
    />
  );
}
