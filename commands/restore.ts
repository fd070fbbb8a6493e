import { readConfig } from '#api/config.ts'
import { BackupError } from './backup/database-file.ts'
import { restore } from './backup/restore.ts'

const words = process.argv.slice(2)
const source = words.find(word => word !== '--force')
if (!source) {
  console.error('Use: bun run restore FILE [--force]')
  process.exit(2)
}
try {
  console.log(
    await restore(readConfig(process.env), source, { force: words.includes('--force'), now: new Date() }),
  )
} catch (error) {
  if (!(error instanceof BackupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
