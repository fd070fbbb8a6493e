import type { SpreadsheetFormat } from '#shared/posts/exports.ts'
import { CSV_START, exactCsvRow } from '#shared/text/csv.ts'
import { workbookOf } from './workbook.ts'

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>

export const SPREADSHEET_TYPES: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Streams a table whose first row names its columns. */
export function spreadsheetOf(
  format: SpreadsheetFormat,
  { rows, columns, modified }: { rows: Rows; columns: number; modified: Date },
): ReadableStream<Uint8Array> {
  return format === 'xlsx' ? workbookOf(rows, columns, modified) : streamOf(linesOf(rows))
}

async function* linesOf(rows: Rows): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(CSV_START)
  for await (const cells of rows) yield encoder.encode(exactCsvRow(cells))
}

const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })

/** Returns the headers of a download. */
export const downloadHeaders = (format: SpreadsheetFormat, name: string) => ({
  'Content-Type': SPREADSHEET_TYPES[format],
  'Content-Disposition': `attachment; filename="${name}.${format}"`,
})
