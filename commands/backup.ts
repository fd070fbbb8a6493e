import { readConfig } from '#api/runtime/config.ts'
import { backup } from './backup/backup.ts'
import { runDataCommand } from './processes/data-owner.ts'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('Use: bun run backup FILE')
  process.exit(2)
}
await runDataCommand(() => backup(readConfig(process.env), target))
