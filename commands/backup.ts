import { readConfig } from '#api/runtime/config.ts'
import { exitWithMessage } from '#api/runtime/errors.ts'
import { backup } from './backup/backup.ts'
import { requireOwner } from './processes/owner.ts'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('Use: bun run backup FILE')
  process.exit(2)
}
process.umask(0o077)
try {
  requireOwner(process.env)
  console.log(await backup(readConfig(process.env), target))
} catch (error) {
  exitWithMessage(error)
}
