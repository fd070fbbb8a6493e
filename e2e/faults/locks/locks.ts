import { NETWORK_IDS } from '#shared/networks.ts'
import { eventually } from '../../eventually.ts'
import { settleAndCount } from '../installation/aftermath.ts'
import { newAuthor } from '../installation/author.ts'
import { openInstallation } from '../installation/installation.ts'
import { seeded } from '../seeded.ts'
import { seed } from '../selection.ts'
import { startLockHolder } from './foreign-lock.ts'

export type LockScenario = {
  name: string
  apis: number
  /** Lock durations in milliseconds. */
  holds: number[]
}

const APIS = [1, 4]
const by = (apis: number) => (apis === 1 ? 'one api' : `${apis} apis`)

export const LOCKS: LockScenario[] = [
  ...[1000, 3000, 11_000, 20_000].flatMap(ms =>
    APIS.map(apis => ({ name: `${by(apis)}, a lock of ${ms / 1000} s`, apis, holds: [ms] })),
  ),
  ...APIS.map(apis => ({
    name: `${by(apis)}, seven locks of 11 s`,
    apis,
    holds: Array.from({ length: 7 }, () => 11_000),
  })),
  ...APIS.map(apis => ({
    name: `${by(apis)}, twenty locks of 0.1 to 3 s`,
    apis,
    holds: Array.from({ length: 20 }, (_, index) => [100, 1000, 3000][index % 3]!),
  })),
]

/** Time to accept the posts before the first lock. */
const ACCEPT_MS = 2000
/** Interval between posts of each network until the last lock is released. */
const POST_EVERY_MS = 1500
const MAX_GAP_MS = 2500
/** Exceeds a lease that was claimed just before the last lock. */
const AFTERWARDS_MS = 40_000
const READ_EVERY_MS = 100
const SLOW_READ_MS = 1000
/** Tolerated share of slow reads, for a busy machine. */
const SLOW_SHARE = 1 / 50

/** Holds the write lock repeatedly while posts are due. */
export async function runLockScenario({ name, apis, holds }: LockScenario) {
  const random = seeded(`${seed} ${name}`)
  const installation = await openInstallation()
  const { startApi, endApis, file, world } = installation
  await startApi({ front: true })
  const author = await newAuthor(installation)
  for (let count = 1; count < apis; count++) await startApi()

  const gaps = holds.map(() => random() * MAX_GAP_MS)
  const lengthMs = holds.concat(gaps).reduce((sum, ms) => sum + ms, 0)
  const first = Date.now() + ACCEPT_MS
  for (let at = first; at < first + lengthMs; at += POST_EVERY_MS)
    for (const network of NETWORK_IDS) await author.post({ network, at: new Date(at) })

  const holder = await startLockHolder(file)
  await Bun.sleep(Math.max(0, first - Date.now()))
  const reads = keepReading(author)
  for (const [index, ms] of holds.entries()) {
    await Bun.sleep(gaps[index]!)
    const { released } = await holder.hold(ms)
    await released
  }
  await reads.stop()
  const isOut = async () =>
    new Set((await world.published()).map(({ message }) => message)).size >= author.ledger.length
  await eventually('the posts are out', isOut, AFTERWARDS_MS).catch(() => {})
  await endApis('SIGTERM')
  return { census: await settleAndCount(installation, author), slowReads: reads.slow() }
}

/** Reads the author's posts ten times a second. */
function keepReading({ sendCall }: Pick<Awaited<ReturnType<typeof newAuthor>>, 'sendCall'>) {
  const took: number[] = []
  const pendingReads = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const startedAt = performance.now()
    const read = sendCall('users/getUserDomain', {}).then(response => {
      took.push(response?.ok ? performance.now() - startedAt : Infinity)
      pendingReads.delete(read)
    })
    pendingReads.add(read)
  }, READ_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pendingReads)
    },
    /** Reports slow reads if there are more than the tolerated share. */
    slow() {
      const slow = took.filter(ms => ms > SLOW_READ_MS)
      const worst = Math.round(Math.max(...took))
      return slow.length > took.length * SLOW_SHARE
        ? [`${slow.length} of ${took.length} reads took over ${SLOW_READ_MS} ms, one of them ${worst} ms`]
        : []
    },
  }
}
