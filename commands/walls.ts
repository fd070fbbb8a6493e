import { readSources } from './walls/source.ts'
import { walls } from './walls/walls.ts'

const sources = await readSources()
let faults = 0
for (const [name, wall] of Object.entries(walls)) {
  const found = wall(sources)
  faults += found.length
  if (found.length > 0) console.log(`\n${name}`)
  for (const { path, line, message } of found) console.log(`  ${path}:${line}  ${message}`)
}
console.log(
  faults === 0 ? `${Object.keys(walls).length} walls hold (${sources.length} files)` : `\n${faults} faults`,
)
process.exitCode = faults === 0 ? 0 : 1
