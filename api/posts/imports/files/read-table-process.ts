import * as v from 'valibot'

import { lowerPriority } from '#api/runtime/priority.ts'
import { ImportReading } from '#shared/posts/imports.ts'
import { tableOrProblem } from './table.ts'

/** Reads the spreadsheet at the given path and prints its table as JSON, or why it can't be read. Started by read-file.ts. */
const [path = '', reading = '{}'] = process.argv.slice(2)
lowerPriority(10)
// SheetJS prints remarks, which would be part of the result.
console.log = () => {}
const file = Buffer.from(await Bun.file(path).arrayBuffer())
const result = tableOrProblem(file, v.parse(ImportReading, JSON.parse(reading)))
await Bun.write(Bun.stdout, JSON.stringify(result))
process.exit(0)
