/** A provider as the choice sees it. */
export interface Candidate {
  id: string;
  /** `key`: it has one · `address`: only an address that was given · `usual-address`: a local server that may be there. */
  access: 'key' | 'address' | 'usual-address';
  /** The variable or file that made it usable. */
  from: string;
  usualModel: string | undefined;
  /** The names of its models; rejects when nothing answers. Null for a provider that cannot be asked. */
  listModels: ((signal: AbortSignal) => Promise<string[]>) | null;
}

export interface EngineChoice {
  /** `provider/model` or `reader`. */
  engine: string;
  /** One sentence for the start. */
  reason: string;
}

/** A local server answers at once or is not there. */
const probeMs = 400;
const notForChat = /embed|rerank|whisper|tts|dall-e|moderation|transcribe|image|bge-|clip/i;

/** What serves `small-1` and `small-2` when nobody said: a vendor with a key, a local server that answers, the reader. */
export async function chooseEngine(candidates: Candidate[]): Promise<EngineChoice> {
  const withKey = candidates.find(({ access, usualModel }) => access === 'key' && usualModel !== undefined);
  if (withKey !== undefined) {
    return { engine: `${withKey.id}/${withKey.usualModel}`, reason: `because ${withKey.from} is set` };
  }
  const asked = candidates.filter(({ listModels }) => listModels !== null);
  const found = await Promise.all(asked.map(async (candidate) => ({ candidate, model: await firstModel(candidate) })));
  const given = found.find(({ candidate, model }) => candidate.access !== 'usual-address' && model !== null);
  if (given !== undefined) {
    const { candidate, model } = given;
    return { engine: `${candidate.id}/${model}`, reason: `because ${candidate.from} is set and its server answers` };
  }
  const local = found.find(({ model }) => model !== null);
  if (local !== undefined) {
    const { candidate, model } = local;
    return { engine: `${candidate.id}/${model}`, reason: `because a local ${candidate.id} server answers` };
  }
  return {
    engine: 'reader',
    reason: `because no vendor key is set and no local model server answers${silent(candidates)}`,
  };
}

/** An address that somebody gave and that does not answer is worth a word. */
function silent(candidates: Candidate[]): string {
  const given = candidates.filter(({ access }) => access !== 'usual-address').map(({ from }) => from);
  return given.length === 0 ? '' : ` (nor the one of ${given.join(', ')})`;
}

async function firstModel({ listModels }: Candidate): Promise<string | null> {
  if (listModels === null) return null;
  try {
    const names = await listModels(AbortSignal.timeout(probeMs));
    return names.find((name) => !notForChat.test(name)) ?? null;
  } catch {
    // Nothing there, or something that is no model server: both mean the next one.
    return null;
  }
}
