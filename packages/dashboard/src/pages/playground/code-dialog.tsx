import { useState } from 'react';
import { type SnippetLanguage, snippetLanguages, snippetNames, snippetOf } from '../../lib/snippets.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Draft } from './draft.ts';
import { usePlaygroundText } from './playground-text.ts';
import { paths, toRequest } from './to-request.ts';

/** What stands in the playground, as code that asks the same. */
export function CodeDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const text = usePlaygroundText();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const request = toRequest(draft, draft.model);
  // Chat completions stream at an address of their own.
  const isChatStream = request.mode === 'chat' && draft.isStreamed;
  const path = isChatStream && language !== 'typescript' ? `${paths.chat}/stream` : paths[request.mode];
  const hasFlag = draft.isStreamed && (!isChatStream || language === 'typescript');
  const code = snippetOf(language, {
    baseUrl: location.origin,
    path,
    body: { ...request.body, ...(hasFlag && { stream: true }) },
  });
  return (
    <Dialog isOpen onClose={onClose} size="wide" title={text.codeTitle} description={text.codeHint}>
      <div className="mb-3">
        <Segments
          label={text.codeLanguages}
          value={language}
          onValue={setLanguage}
          options={snippetLanguages.map((key) => ({ key, label: snippetNames[key] }))}
        />
      </div>
      <CodeBlock code={code} label={snippetNames[language]} className="max-h-[55vh]" />
    </Dialog>
  );
}
