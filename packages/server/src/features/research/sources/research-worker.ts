import { serveTasks } from '../../../lib/serve-tasks.ts';
import { withAnswers } from './find-answers.ts';
import { type FindingTask, findFindings, type Located, type LocateTask, paragraphAt } from './find-findings.ts';
import { QuoteFinder } from './quote-finder.ts';

/** The process in which sources are searched for sentences and quotes. */
serveTasks({
  // A connected model answers itself from what is found.
  find: async (task: FindingTask) =>
    task.hasReader === true ? findFindings(task) : withAnswers(task, findFindings(task)),
  locate({ text, quotes }: LocateTask): (Located | null)[] {
    const finder = new QuoteFinder(text);
    return quotes.map((quote) => {
      const found = finder.find(quote);
      return found && { ...found, paragraph: paragraphAt(text, found.start, found.end) };
    });
  },
});
