import type { Answer, AnswerRequest } from '@parley/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParley } from '../lib/parley.ts';

/** One question and what came of it so far. */
export interface Asked {
  query: string;
  text: string;
  isRunning: boolean;
  result: Answer | null;
  error: unknown;
}

/** Asks questions one after the other; the answer is written as it comes. Leaving the page ends it. */
export function useAsk(where: Pick<AnswerRequest, 'file_ids' | 'collection_ids'>) {
  const parley = useParley();
  const [asked, setAsked] = useState<Asked | null>(null);
  const running = useRef<AbortController>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const ask = async (query: string) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    const put = (change: Partial<Asked>) =>
      setAsked((before) => (running.current === controller && before ? { ...before, ...change } : before));
    setAsked({ query, text: '', isRunning: true, result: null, error: null });
    try {
      let text = '';
      for await (const event of parley.answer.stream({ query, ...where }, { signal: controller.signal })) {
        if (event.type === 'text') text += event.text;
        else if (event.type === 'retry') text = '';
        else if (event.type === 'done') put({ result: event.result });
        put({ text });
      }
    } catch (error) {
      if (!controller.signal.aborted) put({ error });
    } finally {
      put({ isRunning: false });
    }
  };
  return { asked, ask, stop };
}
