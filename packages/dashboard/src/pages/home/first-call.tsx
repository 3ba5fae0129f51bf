import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useHasRole, useSession } from '../../lib/session.tsx';
import { type SnippetLanguage, snippetLanguages, snippetNames, snippetOf } from '../../lib/snippets.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useHomeText } from './home-text.ts';

/** The first call in three languages, with a key of the reader's own once they make one. */
export function FirstCall({ baseUrl = location.origin }: { baseUrl?: string | undefined }) {
  const text = useHomeText();
  const parley = useParley();
  const queries = useQueryClient();
  const { workspace_id } = useSession();
  const mayCreate = useHasRole('member');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const make = useMutation({
    mutationFn: () =>
      parley.api.createKey({ body: { name: text.keyName, ...(workspace_id !== null && { workspace_id }) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.keys.all }),
  });
  const body = { query: text.exampleQuery, context: text.exampleContext };
  const code = snippetOf(language, { baseUrl, path: '/v1/answer', body, key: make.data?.key });
  return (
    <Card
      title={text.startTitle}
      description={make.data ? text.keyMade : text.startHint}
      actions={
        <Segments
          label={text.startTitle}
          value={language}
          onValue={setLanguage}
          options={snippetLanguages.map((key) => ({ key, label: snippetNames[key] }))}
        />
      }
    >
      <CodeBlock code={code} label={snippetNames[language]} />
      {make.error && (
        <div className="mt-3">
          <Problem error={make.error} />
        </div>
      )}
      {mayCreate && !make.data && (
        <Button className="mt-3" icon={<KeyRound aria-hidden />} onClick={() => make.mutate()} isBusy={make.isPending}>
          {text.makeKey}
        </Button>
      )}
    </Card>
  );
}
