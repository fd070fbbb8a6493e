import { readConfig } from '#api/config.ts'
import { backup } from './backup/backup.ts'
import { BackupError } from './backup/database-file.ts'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('Use: bun run backup FILE')
  process.exit(2)
}
try {
  console.log(await backup(readConfig(process.env), target))
} catch (error) {
  if (!(error instanceof BackupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
