import { settleAndCount } from '../installation/aftermath.ts'
import { newAuthor } from '../installation/author.ts'
import { keepBusy } from '../installation/busy-author.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { readFiles, writeFiles } from '../power/durable-files.ts'
import { seeded } from '../seeded.ts'
import { seed } from '../selection.ts'

export type Rollback = {
  name: string
  apis: number
  /** `snapshot` restores copies of the database and its WAL, as a virtual machine's snapshot does. */
  from: 'snapshot' | 'backup'
}

const SNAPSHOTS = 50
const BACKUPS = 20
const rollbacks = (from: Rollback['from'], count: number): Rollback[] =>
  Array.from({ length: count }, (_, index) => {
    const apis = index % 3 === 2 ? 3 : 1
    return { name: `${from} ${index + 1}, ${apis === 1 ? 'one api' : `${apis} apis`}`, from, apis }
  })
export const ROLLBACKS = [...rollbacks('snapshot', SNAPSHOTS), ...rollbacks('backup', BACKUPS)]

const MAX_BUSY_MS = 3000
const MAX_LOST_MS = 5000
const RUN_MS = 1500

/**
 * Copies the database at a random moment while an author is busy, ends all apis up to `MAX_LOST_MS` later, and restores the copy.
 */
export async function rollBack({ name, apis, from }: Rollback) {
  const random = seeded(`${seed} ${name}`)
  const installation = await openInstallation()
  const { startApi, endApis } = installation
  await startApi({ front: true })
  const author = await newAuthor(installation)
  for (let count = 1; count < apis; count++) await startApi()

  const busy = keepBusy(author, random)
  await Bun.sleep(500 + random() * MAX_BUSY_MS)
  const restoredTo = Date.now()
  const restore = await (from === 'snapshot' ? takeSnapshot(installation) : makeBackup(installation))
  await Bun.sleep(random() * MAX_LOST_MS)
  await endApis(from === 'snapshot' ? 'SIGKILL' : 'SIGTERM')
  await busy.stop()
  await restore()

  await startApi({ front: true })
  await Bun.sleep(RUN_MS)
  await endApis('SIGTERM')
  return settleAndCount(installation, author, { restoredTo })
}

/** Copies the files while every api is stopped. */
async function takeSnapshot({ file, pids }: Installation) {
  for (const pid of pids()) process.kill(pid, 'SIGSTOP')
  const images = readFiles(file)
  for (const pid of pids()) process.kill(pid, 'SIGCONT')
  return async () => writeFiles(file, images)
}

async function makeBackup({ file, runCommand }: Installation) {
  const copy = `${file}.backup`
  await runCommand('commands/backup.ts', copy)
  return async () => void (await runCommand('commands/restore.ts', copy, '--force'))
}
