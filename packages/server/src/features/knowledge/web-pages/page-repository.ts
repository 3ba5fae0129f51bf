import type { Db } from '../../../db/open-database.ts';
import type { StoredPage } from './stored-page.ts';

type Metadata = Pick<StoredPage, 'author' | 'publishedDate' | 'language' | 'links' | 'mediaType'>;

/** Fetched pages: the last answer of each address, and what was read out of each body. */
export class PageRepository {
  readonly #db: Db;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  async save(workspaceId: string, page: StoredPage): Promise<void> {
    const { author, publishedDate, language, links, mediaType } = page;
    const metadata: Metadata = { author, publishedDate, language, links, mediaType };
    await this.#db.transaction().execute(async (transaction) => {
      // A run that goes on while its workspace is deleted must leave nothing behind.
      const owner = transaction.selectFrom('workspaces').select('id').where('id', '=', workspaceId);
      if (!(await owner.executeTakeFirst())) return;
      await transaction
        .insertInto('page_contents')
        .values({
          workspace_id: workspaceId,
          content_hash: page.contentHash,
          title: page.title,
          text: page.text,
          metadata: JSON.stringify(metadata),
          stored_at: page.fetchedAt,
        })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'content_hash']).doUpdateSet({ stored_at: page.fetchedAt }),
        )
        .execute();
      const fetched = { final_url: page.finalUrl, content_hash: page.contentHash, fetched_at: page.fetchedAt };
      await transaction
        .insertInto('pages')
        .values({ workspace_id: workspaceId, url: page.url, ...fetched })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'url']).doUpdateSet(fetched))
        .execute();
    });
  }

  /** The page as it was last fetched, if not before `since`. */
  async findFetched(workspaceId: string, url: string, since: number): Promise<StoredPage | null> {
    const row = await this.#db
      .selectFrom('pages')
      .innerJoin('page_contents', (join) =>
        join
          .onRef('page_contents.workspace_id', '=', 'pages.workspace_id')
          .onRef('page_contents.content_hash', '=', 'pages.content_hash'),
      )
      .where('pages.workspace_id', '=', workspaceId)
      .where('pages.url', '=', url)
      .where('pages.fetched_at', '>=', since)
      .select(['url', 'final_url', 'pages.content_hash', 'fetched_at', 'title', 'text', 'metadata'])
      .executeTakeFirst();
    if (!row) return null;
    const { final_url: finalUrl, content_hash: contentHash, fetched_at: fetchedAt, metadata, ...rest } = row;
    return { ...rest, finalUrl, contentHash, fetchedAt, ...parseMetadata(metadata) };
  }

  async findContent(workspaceId: string, contentHash: string): Promise<{ title: string; text: string } | null> {
    const row = await this.#db
      .selectFrom('page_contents')
      .where('workspace_id', '=', workspaceId)
      .where('content_hash', '=', contentHash)
      .select(['title', 'text'])
      .executeTakeFirst();
    return row ?? null;
  }

  /** Forgets what was stored before a time. */
  async sweep(before: number): Promise<void> {
    await this.#db.deleteFrom('pages').where('fetched_at', '<', before).execute();
    await this.#db.deleteFrom('page_contents').where('stored_at', '<', before).execute();
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('pages').where('workspace_id', '=', workspaceId).execute();
    await this.#db.deleteFrom('page_contents').where('workspace_id', '=', workspaceId).execute();
  }
}

function parseMetadata(json: string): Metadata {
  // Written by `save`.
  return JSON.parse(json);
}
