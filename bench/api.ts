import { createProcessGroup } from '../commands/processes/process-group.ts'
import { freePort } from '../e2e/free-port.ts'
import { type Read, load } from './api/load.ts'
import { writePerson } from './api/scene.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { processorMs } from './process-figures.ts'
import { openDataFolder, temporaryDataFolder } from './publish/scene.ts'

const POSTS = 10_000
const TURNS = 9
const TURN_MS = 500
const MIN_RATIO = 0.7

const READS: Record<string, Read> = {
  getUserInfo: { path: '/api/users/getUserInfo', method: 'POST' },
  getUserDomain: { path: '/api/users/getUserDomain', method: 'GET' },
  posts: { path: '/api/posts?tab=published', method: 'GET' },
}

/**
 * Compares a signed-in person's reads with the same reads behind a bare Hono route without authentication. Both use one
 * database and take turns, so that other load on the machine affects both alike.
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
type Turn = { rate: number; cost: number }

async function compare(
  name: string,
  read: Read,
  ours: Server,
  bare: Server,
  token: string,
): Promise<Figure[]> {
  for (const { url } of [ours, bare]) await load(url, read, token, TURN_MS)
  const turns: Record<'ours' | 'bare', Turn>[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const servers = turn % 2 === 0 ? [ours, bare] : [bare, ours]
    const rates = new Map<Server, Turn>()
    for (const server of servers) {
      const before = processorMs(server.pid)
      const rate = await load(server.url, read, token, TURN_MS)
      rates.set(server, { rate, cost: (processorMs(server.pid) - before) / ((rate * TURN_MS) / 1000) })
    }
    turns.push({ ours: rates.get(ours)!, bare: rates.get(bare)! })
  }
  const cost = (of: 'ours' | 'bare') => median(turns.map(turn => turn[of].cost))
  return [
    { name: `${name}: responses`, value: median(turns.map(turn => turn.ours.rate)), unit: 'per second' },
    { name: '  of a bare route', value: median(turns.map(turn => turn.bare.rate)), unit: 'per second' },
    {
      name: '  relative to it',
      value: median(turns.map(turn => turn.ours.rate / turn.bare.rate)),
      unit: 'ratio',
      min: MIN_RATIO,
    },
    { name: '  processor time, relative to it', value: cost('bare') / cost('ours'), unit: 'ratio' },
  ]
}
