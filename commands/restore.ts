import { readConfig } from '#api/runtime/config.ts'
import { restore } from './backup/restore.ts'
import { runDataCommand } from './processes/data-owner.ts'

const args = process.argv.slice(2)
const source = args.find(arg => arg !== '--force')
if (!source) {
  console.error('Use: bun run restore FILE [--force]')
  process.exit(2)
}
const force = args.includes('--force')
await runDataCommand(() => restore(readConfig(process.env), source, { force, now: new Date() }))
