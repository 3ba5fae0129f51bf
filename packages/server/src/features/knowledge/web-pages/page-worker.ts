import { serveTasks } from '../../../lib/serve-tasks.ts';
import { decodePage } from './charset.ts';
import { type ExtractedPage, extractPage } from './extract-page.ts';

export interface ExtractTask {
  body: Uint8Array;
  contentType: string;
  url: string;
}

/** The process in which pages are taken apart. */
serveTasks({
  extract({ body, contentType, url }: ExtractTask): ExtractedPage {
    return extractPage(decodePage(Buffer.from(body), contentType).text, url);
  },
  decode({ body, contentType }: ExtractTask): string {
    return decodePage(Buffer.from(body), contentType).text;
  },
});
