/** Upright rectangle in pixels of the upright page, origin top left. */
interface BlockBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface OcrWord {
  text: string;
  bounding_box: BlockBox;
  /** 0 to 1. */
  confidence: number;
  /** Present when the reading should be checked. */
  uncertain?: true;
}

/** One paragraph, heading, list item or table of a page as it was read. */
export interface OcrBlock {
  type: 'heading' | 'paragraph' | 'list' | 'table';
  text: string;
  bounding_box: BlockBox;
  /** 0 to 1. */
  confidence: number;
  words?: OcrWord[];
}
