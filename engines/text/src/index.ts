export { type AskedName, askedNames, holdsName, type NameHold } from './asked-names.ts';
export { calendarName, monthOf, weekdayOf } from './calendar-names.ts';
export { type Comparison, comparedWith } from './compare-sentences.ts';
export { currencyCodes, currencyMarkPattern, currencyOf, currencyPattern } from './currencies.ts';
export { detectAmong, detectLanguage, guessLanguage } from './detect-language.ts';
export { feedbackTerms } from './feedback-terms.ts';
export { monthsAndDays, numberWords, scales } from './figure-words.ts';
export { type Figure, figuresOf, missingFigures, unheldFigures } from './figures.ts';
export { findDays, type NamedDay } from './find-days.ts';
export { giveWay } from './give-way.ts';
export { cardinalOf, cardinalPattern, ordinalOf } from './number-words.ts';
export { indexTerm, isStopTerm, PassageIndex } from './passage-index.ts';
export { askedTerms, type RankOptions, rankPassages } from './rank-passages.ts';
export { type RankSettings, rankSettings } from './rank-settings.ts';
export { type DateOrder, type DateReading, type FoundDate, findDates, isoDay, readDate } from './read-date.ts';
export { readDigits, readNumber } from './read-number.ts';
export { type AskedTerm, type ScoredPassage, scorePassages } from './score-passages.ts';
export { coverage, languageOf, scoreTexts } from './score-texts.ts';
export {
  hashesOf,
  type LanguageTotals,
  languagesOf,
  rarity,
  type SearchedSegment,
  totalsOf,
  type WholeIndex,
} from './segment/asked-words.ts';
export { buildSegment, type IndexedFile, mergeSegments } from './segment/build-segment.ts';
export { type FoundPassage, rankSegments, type SegmentRanking, weightOf } from './segment/rank-segments.ts';
export { type PassageWord, passagesOf, type SegmentPassage, segmentOf } from './segment/segment-passages.ts';
export {
  decodeSegment,
  encodeSegment,
  type SegmentFile,
  segmentBytes,
  type WordSegment,
} from './segment/word-segment.ts';
export { type Sentence, type SentenceOptions, sentencesOf } from './sentences.ts';
export { type Passage, splitPassages } from './split-passages.ts';
export { stemEnglish } from './stem-english.ts';
export { stemWord } from './stem-word.ts';
export { type KnownLanguage, knownLanguages, stopWords } from './stop-words.ts';
export { searchWords, tellingTerms, termsOf } from './telling-terms.ts';
export { type StoredTrees, TreeEnsemble } from './tree-ensemble.ts';
export { convert, isPlainUnit, measureOf, type Unit, unitOf } from './units.ts';
export { foldWord, type Term, wordTerms } from './word-terms.ts';
