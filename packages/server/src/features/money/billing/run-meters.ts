import type { CallLabels } from '@parley/contract';
import type { Meter } from '../../../ports/meter.ts';
import type { KeyRecord } from '../../people/keys/key-record.ts';
import type { UsageService } from './usage-service.ts';

/** Work that goes on when its request has ended. */
export interface MeteredRun {
  id: string;
  keyId: string;
  workspaceId: string;
  request: { requestId: string; labels?: CallLabels | undefined };
}

/** Meters for work in the background. The record of a run is stored once, however often the run is taken up again. */
export class RunMeters {
  readonly #keys: { find(id: string): Promise<KeyRecord | null> };
  readonly #usage: Pick<UsageService, 'open' | 'openUnlimited'>;

  constructor(parts: {
    keys: { find(id: string): Promise<KeyRecord | null> };
    usage: Pick<UsageService, 'open' | 'openUnlimited'>;
  }) {
    this.#keys = parts.keys;
    this.#usage = parts.usage;
  }

  /** Also for a key that is gone meanwhile: what was used under it is charged all the same. */
  async open(run: MeteredRun, endpoint: string): Promise<Meter> {
    const call = { requestId: run.request.requestId, endpoint, recordId: `use_${run.id}` };
    const key = await this.#keys.find(run.keyId);
    const meter =
      key?.workspaceId === run.workspaceId
        ? this.#usage.open({ ...key, workspaceId: run.workspaceId }, call)
        : this.#usage.openUnlimited({ keyId: run.keyId, workspaceId: run.workspaceId }, call);
    if (run.request.labels) meter.label(run.request.labels);
    return meter;
  }
}
