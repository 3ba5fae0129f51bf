import { serveTasks } from '../../../lib/serve-tasks.ts';
import { withAnswers } from './find-answers.ts';
import { type FindingTask, findFindings, type Located, type LocateTask, paragraphAt } from './find-findings.ts';
import { withPassages } from './own-passages.ts';
import { QuoteFinder } from './quote-finder.ts';

/** The process in which sources are searched for sentences and quotes. */
serveTasks({
  // A connected model answers itself from what is found.
  async find(task: FindingTask) {
    const found = findFindings(task);
    if (task.hasReader === true) return found;
    const answered = await withAnswers(task, found);
    return task.isOwn === true ? withPassages(task, answered) : answered;
  },
  locate({ text, quotes }: LocateTask): (Located | null)[] {
    const finder = new QuoteFinder(text);
    return quotes.map((quote) => {
      const found = finder.find(quote);
      return found && { ...found, paragraph: paragraphAt(text, found.start, found.end) };
    });
  },
});
