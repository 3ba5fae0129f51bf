import type { EvaluationCase, EvaluationSet, NewEvaluationCase } from '@parley/sdk';
import { useState } from 'react';
import { useParley } from '../../lib/parley.ts';
import { readJsonObject } from '../../lib/read-json.ts';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useUiText } from '../../ui/ui-text.ts';
import { useEvaluationsText } from './evaluations-text.ts';
import { useEvaluationChange } from './use-evaluations.ts';

const begin = { endpoint: '/v1/answer', request: { query: '', context: '' }, expected: '' };

export interface CaseDialogProps {
  set: EvaluationSet;
  /** Null for a new one. */
  changed: EvaluationCase | null;
  onClose: () => void;
}

/** A case as JSON: the call, what a right reply is, and how that is judged. */
export function CaseDialog({ set, changed, onClose }: CaseDialogProps) {
  const text = useEvaluationsText();
  const ui = useUiText();
  const parley = useParley();
  const [code, setCode] = useState(() => JSON.stringify(changed ? settingsOf(changed) : begin, null, 2));
  const read = readJsonObject(code);
  const keep = useEvaluationChange(
    // The service reads it by its schema, and says what is wrong in it.
    async (one: NewEvaluationCase): Promise<unknown> =>
      changed
        ? parley.api.updateEvaluationCase({ params: { set_id: set.id, case_id: changed.id }, body: one })
        : parley.evaluations.addCases(set.id, { cases: [one] }),
    () => (changed ? text.caseChanged : text.caseAdded),
    onClose,
  );
  return (
    <FormDialog
      onClose={onClose}
      title={changed ? text.changeCase(changed.name) : text.addCase}
      description={text.caseHint}
      size="wide"
      action={changed ? ui.save : text.addCase}
      onSubmit={() => read && keep.mutate(read as unknown as NewEvaluationCase)}
      isBusy={keep.isPending}
      isUnready={read === null}
      error={keep.error}
    >
      <div className="flex flex-col gap-1">
        <CodeEditor
          label={text.caseAsJson}
          value={code}
          onValue={setCode}
          minHeight={220}
          {...(read === null && { problemId: 'case-problem' })}
        />
        {read === null && (
          <p id="case-problem" className="text-xs text-bad">
            {text.notJson}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

const settingsOf = ({ name, endpoint, request, expected, checks }: EvaluationCase) => ({
  ...{ name, endpoint, request },
  ...(expected !== null && { expected }),
  ...(checks !== null && { checks }),
});
