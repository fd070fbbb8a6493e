import { readConfig } from '#api/runtime/config.ts'
import { backup } from './backup/backup.ts'
import { runAsOwner } from './processes/owner.ts'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('Use: bun run backup FILE')
  process.exit(2)
}
await runAsOwner(() => backup(readConfig(process.env), target))
