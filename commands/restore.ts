import { readConfig } from '#api/runtime/config.ts'
import { exitWithMessage } from '#api/runtime/errors.ts'
import { restore } from './backup/restore.ts'
import { requireOwner } from './processes/owner.ts'

const args = process.argv.slice(2)
const source = args.find(arg => arg !== '--force')
if (!source) {
  console.error('Use: bun run restore FILE [--force]')
  process.exit(2)
}
process.umask(0o077)
try {
  requireOwner(process.env)
  console.log(
    await restore(readConfig(process.env), source, { force: args.includes('--force'), now: new Date() }),
  )
} catch (error) {
  exitWithMessage(error)
}
