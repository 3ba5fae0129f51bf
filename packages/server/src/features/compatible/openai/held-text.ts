interface TextDelta {
  type: 'text-delta';
  text: string;
}

/**
 * The events of a reply that must satisfy a schema, for shapes that cannot take text back: text is held until it is certain
 * that no further try replaces it.
 */
export async function* heldText<Event extends { type: string }>(
  events: AsyncIterable<Event>,
): AsyncGenerator<Event | TextDelta, undefined> {
  let held = '';
  for await (const event of events) {
    if (isTextDelta(event)) held += event.text;
    else if (event.type === 'retry') held = '';
    else {
      if (held !== '' && (event.type === 'result' || event.type === 'tool-call')) {
        yield { type: 'text-delta', text: held };
        held = '';
      }
      yield event;
    }
  }
}

const isTextDelta = (event: { type: string }): event is TextDelta => event.type === 'text-delta';
