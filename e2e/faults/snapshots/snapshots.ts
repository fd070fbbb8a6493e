import { settleAndCount } from '../installation/aftermath.ts'
import { newAuthor } from '../installation/author.ts'
import { keepBusy } from '../installation/busy-author.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { readFiles, writeFiles } from '../power/durable-files.ts'
import { seeded } from '../seeded.ts'
import { seed } from '../selection.ts'

export type SetBack = {
  name: string
  apis: number
  /** `snapshot` restores copies of the database and its WAL, as a virtual machine's snapshot does. */
  from: 'snapshot' | 'backup'
}

const SNAPSHOTS = 50
const BACKUPS = 20
const returns = (from: SetBack['from'], count: number): SetBack[] =>
  Array.from({ length: count }, (_, index) => {
    const apis = index % 3 === 2 ? 3 : 1
    return { name: `${from} ${index + 1}, ${apis === 1 ? 'one api' : `${apis} apis`}`, from, apis }
  })
export const SET_BACKS = [...returns('snapshot', SNAPSHOTS), ...returns('backup', BACKUPS)]

const BEFORE_MS = 3000
const AFTER_MS = 5000
const STARTING_MS = 1500

/** Sets the database back to a random moment while an author is busy, seconds before all apis were killed. */
export async function goBack({ name, apis, from }: SetBack) {
  const random = seeded(`${seed} ${name}`)
  const installation = await openInstallation()
  const { startApi, endApis } = installation
  await startApi({ front: true })
  const author = await newAuthor(installation)
  for (let count = 1; count < apis; count++) await startApi()

  const busy = keepBusy(author, random)
  await Bun.sleep(500 + random() * BEFORE_MS)
  const wentBackTo = Date.now()
  const restore = await (from === 'snapshot' ? takeSnapshot(installation) : makeBackup(installation))
  await Bun.sleep(random() * AFTER_MS)
  await endApis(from === 'snapshot' ? 'SIGKILL' : 'SIGTERM')
  await busy.stop()
  await restore()

  await startApi({ front: true })
  await Bun.sleep(STARTING_MS)
  await endApis('SIGTERM')
  return settleAndCount(installation, author, { wentBackTo })
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
