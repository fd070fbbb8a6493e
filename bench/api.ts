import { createProcessGroup } from '../commands/processes/process-group.ts'
import { freePort } from '../e2e/free-port.ts'
import { type Read, load } from './api/load.ts'
import { writePerson } from './api/scene.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { processorMs } from './process-figures.ts'
import { openDataFolder, temporaryDataFolder } from './publish/scene.ts'

const POSTS = 10_000
const ROUNDS = 9
const ROUND_MS = 500
const MIN_RATIO = 0.7

const READS: Record<string, Read> = {
  getUserInfo: { path: '/api/users/getUserInfo', method: 'POST' },
  getUserDomain: { path: '/api/users/getUserDomain', method: 'GET' },
  posts: { path: '/api/posts?tab=published', method: 'GET' },
}

/**
 * Compares a signed-in person's reads with the same reads behind a bare Hono route without authentication. Both use one
 * database and are measured alternately, so that other load on the machine affects both alike.
 */
export async function api(): Promise<Figure[]> {
  const home = temporaryDataFolder()
  const processes = createProcessGroup()
  try {
    const ctx = await openDataFolder(home)
    const token = await writePerson(ctx, 'pat', POSTS)
    ctx.db.$client.close()
    ctx.mailer.close()
    const start = async (name: string, script: string) => {
      const port = await freePort()
      const env = {
        ...home.settings,
        PORT: String(port),
        PUBLIC_URL: '',
        SITE_URL: '',
        PERSON: 'pat',
      }
      const child = processes.start({ name, args: [script], env, ready: /^ready http/ })
      await child.ready
      return { pid: child.pid, url: `http://127.0.0.1:${port}` }
    }
    const ours = await start('The api', 'bench/api/ours.fixture.ts')
    const bare = await start('The bare route', 'bench/api/bare.fixture.ts')
    const figures: Figure[] = []
    for (const [name, read] of Object.entries(READS))
      figures.push(...(await compare(name, read, ours, bare, token)))
    return figures
  } finally {
    await processes.stop()
    home.remove()
  }
}

type Server = { pid: number; url: string }
type Round = { rate: number; cost: number }

async function compare(
  name: string,
  read: Read,
  ours: Server,
  bare: Server,
  token: string,
): Promise<Figure[]> {
  for (const { url } of [ours, bare]) await load(url, read, token, ROUND_MS)
  const rounds: Record<'ours' | 'bare', Round>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const servers = round % 2 === 0 ? [ours, bare] : [bare, ours]
    const rates = new Map<Server, Round>()
    for (const server of servers) {
      const before = processorMs(server.pid)
      const rate = await load(server.url, read, token, ROUND_MS)
      rates.set(server, { rate, cost: (processorMs(server.pid) - before) / ((rate * ROUND_MS) / 1000) })
    }
    rounds.push({ ours: rates.get(ours)!, bare: rates.get(bare)! })
  }
  const cost = (of: 'ours' | 'bare') => median(rounds.map(round => round[of].cost))
  return [
    { name: `${name}: responses`, value: median(rounds.map(round => round.ours.rate)), unit: 'per second' },
    { name: '  of a bare route', value: median(rounds.map(round => round.bare.rate)), unit: 'per second' },
    {
      name: '  relative to it',
      value: median(rounds.map(round => round.ours.rate / round.bare.rate)),
      unit: 'ratio',
      min: MIN_RATIO,
    },
    { name: '  processor time, relative to it', value: cost('bare') / cost('ours'), unit: 'ratio' },
  ]
}
