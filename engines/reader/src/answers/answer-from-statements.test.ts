import { describe, expect, it } from 'vitest';
import { read } from '../read.ts';

const lease = `Lease of the boathouse

The monthly rent is £1,240.00. The deposit is £900.00. The key deposit of £20.00 is paid to the porter.
The rent must be paid by 4 May 2031.

| Extra | Price |
|---|---|
| Jetty | £35.00 |
| Crane | £60.00 |`;

async function ask(question: string, text = lease) {
  const reading = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'lease.txt', text }],
    },
    { now: Date.UTC(2031, 0, 1) },
  );
  const [source] = reading.sources ?? [];
  return { value: reading.shortAnswer, cited: source && text.slice(source.start, source.end) };
}

describe('a question for one value is told it, with its sentence', () => {
  it.each([
    ['What is the monthly rent?', '£1,240.00', 'The monthly rent is £1,240.00.'],
    ['How much is the deposit?', '£900.00', 'The deposit is £900.00.'],
    ['When must the rent be paid?', '4 May 2031', 'The rent must be paid by 4 May 2031.'],
  ])('%s', async (question, value, cited) => {
    expect(await ask(question)).toEqual({ value, cited });
  });

  it('in German', async () => {
    const text = 'Die Kaution beträgt 900,00 €. Der Vertrag endet am 31.03.2031.';
    expect(await ask('Wie hoch ist die Kaution?', text)).toMatchObject({ value: '900,00 €' });
    expect(await ask('Wann endet der Vertrag?', text)).toMatchObject({ value: '31.03.2031' });
  });
});

describe('no value stands alone', () => {
  it.each([
    ['where a word is not met', 'How much is the deposit for the boat?', undefined],
    ['where a figure is not met', 'What does the crane cost in zone 3?', undefined],
    ['where two values fit alike', 'How much is the rent?', 'The rent is £500 in May. The rent is £600 in June.'],
    ['where the sentence denies it', 'How much is the deposit?', 'No deposit of £900.00 is asked for.'],
  ])('%s', async (_, question, text) => {
    expect((await ask(question, text)).value).toBeUndefined();
  });
});
