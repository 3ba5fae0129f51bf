const dayMs = 86_400_000;
const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Answers questions about days (UTC): today, a weekday, the days between two dates, a date so many days away. */
export async function answerAboutDates(question: string, now: number): Promise<string | undefined> {
  const text = question.toLowerCase();
  if (
    /\bwhat(?:['’]s| is) (?:the )?(?:current )?time(?: now| right now| please)?\s*[?.!]*$|\bwhat time is it\b/.test(
      text,
    )
  )
    return `It is ${new Date(now).toISOString().slice(11, 16)} UTC.`;
  if (
    /\b(?:what|which) (?:day|date) is (?:it|today)\b|\b(?:today['’]s|current|today's) date\b|\bwhat is today\b/.test(
      text,
    )
  )
    return `Today is ${format.format(now)} (UTC).`;
  if (!/\b(?:days?|weeks?|months?|date|weekday)\b/.test(text)) return undefined;
  const { parse } = await import('chrono-node');
  const dates = parse(
    question.replace(/\b(?:day of the week|weekday)\b/gi, ''),
    { instant: new Date(now), timezone: 0 },
    { forwardDate: true },
  );
  const first = dates[0];
  const span = /\bhow many (days|weeks)\b/.exec(text);
  if (span && first) {
    const from = dates[1] || first.end ? first.start.date() : new Date(now);
    const to = (dates[1]?.start ?? first.end ?? first.start).date();
    const count = Math.abs(Math.round((startOfDay(to) - startOfDay(from)) / dayMs));
    const amount = span[1] === 'weeks' ? `${Number((count / 7).toFixed(2))} weeks` : `${count} days`;
    return `${amount}: from ${format.format(from)} to ${format.format(to)}.`;
  }
  if (!first || !/\b(?:what|which)(?:['’]s)?(?: (?:is|was|will be))?(?: the)? (?:week ?)?(?:day|date)\b/.test(text))
    return undefined;
  return `${capitalise(first.text)} is ${format.format(first.start.date())}.`;
}

const startOfDay = (date: Date): number => Math.floor(date.getTime() / dayMs) * dayMs;
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
