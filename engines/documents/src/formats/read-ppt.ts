import XLSX from '@e965/xlsx';
import { brokenFile } from '../document-error.ts';
import { DocumentPictures } from './document-pictures.ts';
import { findRecord, numberAt, recordAt, recordsOf } from './office-records.ts';
import type { ParsedContent } from './parsed-content.ts';
import { PowerPointPictures } from './powerpoint-pictures.ts';
import { drawnTexts, notesUse, type SlideText, textsOf, titleUses } from './powerpoint-texts.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';

const type = {
  currentUser: 0x0ff6,
  edit: 0x0ff5,
  directory: 0x1772,
  document: 0x03e8,
  slideList: 0x0ff0,
  slideEntry: 0x03f3,
  slide: 0x03ee,
  slideFacts: 0x03ef,
  notes: 0x03f0,
} as const;
const listOf = { slides: 0, notes: 2 } as const;
const encryptedMark = 0xf3d1c4df;
/** Savings that a file remembers. */
const mostEdits = 10_000;
/** No presentation has more: further ones are left out and told. */
const mostSlides = 5000;

const broken = () => brokenFile('The presentation is broken. Open it in PowerPoint and save it as .pptx.');

/**
 * Presentations of PowerPoint 97 to 2003 (.ppt): each slide with its title, texts, tables and notes, in order of showing, with its pictures, by
 * https://learn.microsoft.com/openspecs/office_file_formats/ms-ppt. A slide is found as the program finds it: the file is a
 * chain of savings, and only the last copy of a slide counts.
 */
export async function readPpt(bytes: Uint8Array): Promise<ParsedContent> {
  const { stream, lastEdit, stored } = openStreams(bytes);
  const places = directory(stream, lastEdit);
  const edit = recordAt(stream, lastEdit)?.body ?? Buffer.alloc(0);
  const document = recordAt(stream, places.get(numberAt(edit, 16)) ?? -1);
  if (document?.type !== type.document) throw broken();
  const [slides, notes] = [entries(document.body, listOf.slides), entries(document.body, listOf.notes)];
  const placeOfNotes = new Map(notes.map(({ id, reference }) => [id, places.get(reference)]));
  const read = new Set<number>();
  const shownPictures = new PowerPointPictures(document.body, stored);
  const pictures = new DocumentPictures();
  const pageStarts: number[] = [];
  let text = '';
  for (const { reference, outline } of slides.slice(0, mostSlides)) {
    const place = places.get(reference) ?? -1;
    const slide = recordAt(stream, place);
    // Only a forged file shows the same slide twice.
    if (slide?.type !== type.slide || read.has(place)) continue;
    read.add(place);
    const facts = findRecord(slide.body, type.slideFacts)?.body ?? Buffer.alloc(0);
    const noted = recordAt(stream, placeOfNotes.get(numberAt(facts, 16)) ?? -1);
    const spoken = noted?.type === type.notes ? drawnTexts(noted.body, []) : [];
    if (text !== '') text += '\n\n';
    pageStarts.push(text.length);
    text += slideMarkdown(shownOn(slide.body, outline), spoken, pageStarts.length);
    shownPictures.addShownOn(slide.body, text.length, pictures);
  }
  const pageOf = (offset: number) => pageStarts.findLastIndex((start) => start <= offset) + 1;
  const content = await textDocument(text, {
    mediaType: 'application/vnd.ms-powerpoint',
    label: `PowerPoint presentation with ${pageStarts.length} slide${pageStarts.length === 1 ? '' : 's'}`,
    outline: markdownOutline(text, pageOf),
    facts: { slide_count: pageStarts.length },
  });
  const leftOut = slides.length - mostSlides;
  const warnings = leftOut > 0 ? [`${leftOut} slides beyond the first ${mostSlides} were left out.`] : [];
  const taken = pictures.result;
  warnings.push(...(taken.warnings ?? []));
  return { ...content, ...taken, pageStarts, pages: pageStarts.length, warnings };
}

/** The stream of all records, where in it the last saving is told, and the stream of pictures, empty where there are none. */
function openStreams(bytes: Uint8Array): { stream: Buffer; lastEdit: number; stored: Buffer } {
  const find = (name: string) => {
    const content = XLSX.CFB.find(container, name)?.content;
    return content ? Buffer.from(content) : null;
  };
  const open = (name: string) => {
    const content = find(name);
    if (!content) throw broken();
    return content;
  };
  const container = XLSX.CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { type: 'buffer' });
  const user = recordAt(open('/Current User'), 0);
  if (user?.type !== type.currentUser) throw broken();
  if (numberAt(user.body, 4) === encryptedMark)
    throw brokenFile('The file is protected by a password. Remove the password and upload it again.');
  const stored = find('/Pictures') ?? Buffer.alloc(0);
  return { stream: open('/PowerPoint Document'), lastEdit: numberAt(user.body, 8), stored };
}

/** Where the objects of the file stand by their numbers, as of the last saving. */
function directory(stream: Buffer, lastEdit: number): Map<number, number> {
  const places = new Map<number, number>();
  const seen = new Set<number>();
  for (let at = lastEdit; !seen.has(at) && seen.size < mostEdits; ) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== type.edit) break;
    const listed = recordAt(stream, numberAt(edit.body, 12));
    if (listed?.type === type.directory) addPlaces(listed.body, places);
    at = numberAt(edit.body, 8);
    if (at === 0) break;
  }
  return places;
}

/** Runs of places: the number of the first and how many there are, in 20 and 12 bits, then one place for each. */
function addPlaces(body: Buffer, places: Map<number, number>): void {
  for (let at = 0; at + 4 <= body.length; ) {
    const head = body.readUInt32LE(at);
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= body.length; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      // What was saved later has been added before.
      if (!places.has(id)) places.set(id, body.readUInt32LE(at));
    }
  }
}

interface SlideEntry {
  /** Number of the object that holds the slide. */
  reference: number;
  /** By which slides name their notes. */
  id: number;
  /** Texts that the list of slides holds for it: titles and bodies. */
  outline: SlideText[];
}

function entries(document: Buffer, list: number): SlideEntry[] {
  const found: SlideEntry[] = [];
  for (const { type: kind, instance, body } of recordsOf(document)) {
    if (kind !== type.slideList || instance !== list) continue;
    let texts: Parameters<typeof textsOf>[0] & unknown[] = [];
    const end = () => {
      const last = found.at(-1);
      if (last) last.outline = textsOf(texts);
      texts = [];
    };
    for (const record of recordsOf(body)) {
      if (record.type !== type.slideEntry) texts.push(record);
      else {
        end();
        found.push({ reference: numberAt(record.body, 0), id: numberAt(record.body, 12), outline: [] });
      }
    }
    end();
  }
  return found;
}

/** What the slide draws, followed by what the list of slides holds for it and no shape shows. */
function shownOn(slide: Buffer, outline: readonly SlideText[]): SlideText[] {
  const drawn = drawnTexts(slide, outline);
  return [...drawn, ...outline.filter((text) => !drawn.includes(text))];
}

function slideMarkdown(texts: readonly SlideText[], spoken: readonly SlideText[], number: number): string {
  const title = texts.find(({ use, paragraphs }) => titleUses.includes(use) && paragraphs.length > 0);
  const blocks = texts
    .filter((text) => text !== title)
    .map(({ paragraphs }) =>
      paragraphs.length > 1 ? paragraphs.map((one) => `- ${one}`).join('\n') : (paragraphs[0] ?? ''),
    );
  const notes = spoken.filter(({ use }) => use === notesUse).flatMap(({ paragraphs }) => paragraphs);
  return [
    `## ${title?.paragraphs.join(' ') ?? `Slide ${number}`}`,
    ...blocks,
    notes.length > 0 ? `Notes: ${notes.join(' ')}` : '',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}
