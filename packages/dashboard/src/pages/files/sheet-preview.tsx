import type { FileInfo } from '@parley/sdk';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { asList, asNumber, asRecord } from '../../lib/read-json.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ColumnCard } from './column-card.tsx';
import { useFilesText } from './files-text.ts';
import { readSheets, type SheetColumns } from './histogram.ts';
import { useFileText } from './use-files.ts';

const maxRows = 20_000;

/** The sheets of a workbook: every column with its type, range and distribution, and the first rows. */
export function SheetPreview({ file }: { file: FileInfo }) {
  const text = useFilesText();
  const [chosen, setChosen] = useUrlState('sheet');
  const { data } = useFileText(file.file_id);
  const values = useMemo(() => (data === undefined ? undefined : readSheets(data, maxRows)), [data]);
  const sheets = sheetsOf(file);
  const index = Math.max(
    0,
    sheets.findIndex(([name]) => name === chosen),
  );
  const [name, sheet] = sheets[index] ?? ['', {}];
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {sheets.length > 1 && (
        <div className="max-w-full overflow-x-auto">
          <Segments
            label={text.sheets}
            value={name}
            onValue={setChosen}
            options={sheets.map(([key]) => ({ key, label: key }))}
          />
        </div>
      )}
      <Sheet sheet={sheet} values={values?.[index]} isLoading={values === undefined} />
    </div>
  );
}

interface SheetProps {
  sheet: Record<string, unknown>;
  values: SheetColumns | undefined;
  isLoading: boolean;
}

function Sheet({ sheet, values, isLoading }: SheetProps) {
  const text = useFilesText();
  const language = useLanguage();
  const columns = asList(sheet.columns).map(String);
  const [types, stats] = [asRecord(sheet.data_types), asRecord(sheet.stats)];
  const rows = asNumber(sheet.row_count) ?? 0;
  const drawn = values?.values().next().value?.length ?? 0;
  const count = (value: number) => formatNumber(value, language);
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {text.rows(count(rows))} · {text.columns(count(columns.length))}
        {drawn > 0 && drawn < rows && ` · ${text.histogramPart(count(drawn))}`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {columns.map((column) => (
          <ColumnCard
            key={column}
            name={column}
            type={String(types[column] ?? '')}
            stats={asRecord(stats[column])}
            rows={rows}
            values={values?.get(column)}
            isLoading={isLoading}
          />
        ))}
      </div>
      <Card title={text.firstRows} isFlush>
        <FirstRows columns={columns} rows={asList(sheet.preview).map(asRecord)} label={text.firstRows} />
      </Card>
    </>
  );
}

interface FirstRowsProps {
  columns: string[];
  rows: Array<Record<string, unknown>>;
  label: string;
}

function FirstRows({ columns, rows, label }: FirstRowsProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need the focus
      tabIndex={0}
      className="overflow-x-auto border-t"
    >
      <table className="w-full text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
            <tr key={index} className="border-t">
              {columns.map((column) => (
                <td
                  key={column}
                  title={String(row[column] ?? '')}
                  className={`max-w-56 truncate px-3 py-1.5 whitespace-nowrap tabular-nums ${typeof row[column] === 'number' ? 'text-right' : ''}`}
                >
                  {row[column] === null || row[column] === undefined ? (
                    <span className="text-muted">–</span>
                  ) : (
                    String(row[column])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A workbook has several sheets by name; a CSV is one itself. */
function sheetsOf(file: FileInfo): Array<[name: string, sheet: Record<string, unknown>]> {
  const metadata = asRecord(file.metadata);
  const sheets = Object.entries(asRecord(metadata.sheets)).map(([name, sheet]) => [name, asRecord(sheet)] as const);
  return sheets.length > 0 ? sheets.map(([name, sheet]) => [name, sheet]) : [[file.filename, metadata]];
}
