import { csvOf } from '#shared/text/csv.ts'
import { saveFile } from '#site/lib/save-file.ts'

export const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveFile(name, csvOf(rows), 'text/csv;charset=utf-8')
