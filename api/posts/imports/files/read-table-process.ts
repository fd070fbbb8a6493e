import { setPriority } from 'node:os'
import * as v from 'valibot'

import { DomainError } from '#api/runtime/errors.ts'
import { ImportReading } from '#shared/posts/imports.ts'
import { readTable } from './table.ts'

/** Reads the spreadsheet at the given path and prints its table as JSON, or why it can't be read. Started by read-file.ts. */
const [path = '', reading = '{}'] = process.argv.slice(2)
setPriority(10)
// SheetJS prints remarks, which would be part of the result.
console.log = () => {}
const print = (result: unknown) => Bun.write(Bun.stdout, JSON.stringify(result))
try {
  const file = Buffer.from(await Bun.file(path).arrayBuffer())
  await print({ table: readTable(file, v.parse(ImportReading, JSON.parse(reading))) })
} catch (error) {
  if (!(error instanceof DomainError)) throw error
  await print({ problem: error.message })
}
process.exit(0)
