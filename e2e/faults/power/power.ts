import { settleAndCount } from '../installation/aftermath.ts'
import { newAuthor } from '../installation/author.ts'
import { keepBusy } from '../installation/busy-author.ts'
import { openInstallation } from '../installation/installation.ts'
import { seeded } from '../seeded.ts'
import { seed } from '../selection.ts'
import { recordWrites } from './recorder.ts'

export type PowerLoss = {
  name: string
  apis: number
  /** From 0 to 1. */
  survivingShare: number
}

const REPEATS = 8
export const POWER_LOSSES: PowerLoss[] = Array.from({ length: REPEATS }, (_, repeat) =>
  [0, 0.5].flatMap(survivingShare =>
    [1, 3].map(apis => ({
      name: `power loss ${repeat + 1}, ${apis === 1 ? 'one api' : `${apis} apis`}, ${survivingShare === 0 ? 'no unsynced sector' : 'half of the unsynced sectors'} on disk`,
      apis,
      survivingShare,
    })),
  ),
).flat()

const MIN_BUSY_MS = 500
const MAX_BUSY_MS = 4500
/** Long enough to reconcile the first due posts. */
const STARTING_MS = 1500

/** Cuts the power at a random moment while an author is busy: unsynced writes are lost. */
export async function losePower({ name, apis, survivingShare }: PowerLoss) {
  const random = seeded(`${seed} ${name}`)
  const installation = await openInstallation()
  const { startApi, endApis, file } = installation
  await startApi({ front: true })
  const author = await newAuthor(installation)
  await endApis('SIGTERM')

  const recorder = await recordWrites(file)
  for (let count = 0; count < apis; count++) await startApi({ front: count === 0, env: recorder.env })
  const busy = keepBusy(author, random)
  await Bun.sleep(MIN_BUSY_MS + random() * (MAX_BUSY_MS - MIN_BUSY_MS))
  await endApis('SIGKILL')
  await busy.stop()
  const lost = recorder.losePower(() => random() < survivingShare)

  await startApi({ front: true })
  await Bun.sleep(STARTING_MS)
  await endApis('SIGTERM')
  return { census: await settleAndCount(installation, author), ...lost }
}
