// Exact answers from the rows of a spreadsheet. For worker processes.
export { answerSheetQuestion } from './sheets/sheet-query.ts';
export { readSheetRows } from './sheets/sheet-rows.ts';
