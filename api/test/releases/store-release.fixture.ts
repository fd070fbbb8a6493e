import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { sendWaitingMail } from '#api/test/app.ts'
import { endAll } from '#api/test/at-end.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { eventually } from '../../../e2e/eventually.ts'
import { useEveryFeature } from './every-feature.ts'
import { publishThousandPosts } from './thousand-posts.ts'
import { toJson } from './world-json.ts'

/**
 * Stores a release's database, media and sandbox in the middle of publishing. Runs on the code of that release:
 * `bun api/test/releases/store-release.fixture.ts TARGET.tar.zst` in a checkout of it.
 */
/** Maximum concurrent deliveries of one network. */
const IN_FLIGHT = 8

const [target] = process.argv.slice(2)
if (!target || existsSync(target)) throw new Error('Name a file that is not there yet: TARGET.tar.zst')

const data = mkdtempSync(join(tmpdir(), 'currawong-release-'))
const stored = mkdtempSync(join(tmpdir(), 'currawong-stored-'))
const app = await publishingApp({
  networks: ['facebook', 'instagram', 'google'],
  env: { DATA_DIR: data, DATABASE_URL: `file:${join(data, 'currawong.db')}` },
})
const { red, send } = await publishThousandPosts(app)
const careful = await useEveryFeature(app, red)

await send({ networks: ['facebook', 'instagram', 'google'], count: 20, inSeconds: 1800 })
await send({ networks: ['facebook'], count: 10, inSeconds: 1900, comment: true })
await send({ networks: ['facebook', 'instagram'], count: 430, inSeconds: 30 * 24 * 3600 })

const drop = { provider: 'facebook' as const, kind: 'drop-after' }
await app.fault({ ...drop, operation: 'feed', times: 12 })
await send({ networks: ['facebook'], count: 12 })
await app.run()
await app.clearFaults()
await app.fault({ ...drop, operation: 'comments', times: 4 })
await send({ networks: ['facebook'], count: 4, comment: true })
await app.run()
await app.clearFaults()
await sendWaitingMail(app.ctx)

const states = async (table: string) => {
  const { rows } = await app.ctx.db.$client.execute(
    `select state, count(*) as n from ${table} group by state`,
  )
  return Object.fromEntries(rows.map(row => [row.state as string, Number(row.n)]))
}
const slow = { provider: 'facebook' as const, kind: 'delay-before', ms: 60_000 }
await app.fault({ ...slow, operation: 'comments', times: 5 })
await send({ networks: ['facebook'], count: 5, comment: true })
await eventually('comments in the middle of being added', async () => {
  await app.engine.tick()
  return (await states('first_comments')).adding === 5
})
await app.clearFaults()
await app.fault({ ...slow, operation: 'feed', times: IN_FLIGHT })
await send({ networks: ['facebook'], count: IN_FLIGHT })
await eventually('calls in the middle of publishing', async () => {
  await app.engine.tick()
  const { rows } = await app.ctx.db.$client.execute(
    "select count(*) as n from delivery_steps s join deliveries d on d.id = s.delivery_id where d.state = 'publishing' and s.name = 'publish' and s.result is null",
  )
  return rows[0]?.n === IN_FLIGHT
})
await broadcastNotifications(app.ctx)

await app.ctx.db.$client.execute({ sql: 'VACUUM INTO ?', args: [join(stored, 'currawong.db')] })
const world: unknown = Reflect.get(app.sandbox, 'world')
if (typeof world !== 'object' || world === null) throw new Error('The sandbox has no world to store.')
const kept = Object.entries(world).filter(
  ([name]) =>
    !['files', 'requests', 'mails', 'faults', 'silences', 'codes', 'shownFiles', 'now'].includes(name),
)
await Bun.write(join(stored, 'world.json'), toJson(Object.fromEntries(kept)))
await Bun.write(
  join(stored, 'about.json'),
  JSON.stringify({
    at: app.clock.now(),
    author: {
      email: app.author.email,
      password: app.author.password,
      token: app.author.token,
      userId: app.author.userId,
    },
    careful,
  }),
)
// Videos are large, and all of them are published.
cpSync(join(data, 'media'), join(stored, 'media'), {
  recursive: true,
  filter: path => !path.endsWith('.mp4'),
})
const tar = Bun.spawnSync([
  'tar',
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--mtime=@0',
  '-C',
  stored,
  '-c',
  '.',
])
if (tar.exitCode !== 0) throw new Error(tar.stderr.toString())
await Bun.write(target, Bun.zstdCompressSync(tar.stdout, { level: 22 }))

console.log({ deliveries: await states('deliveries'), comments: await states('first_comments') })
const { rows: tables } = await app.ctx.db.$client.execute(
  "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'",
)
const empty: string[] = []
for (const { name } of tables) {
  const { rows } = await app.ctx.db.$client.execute(`select 1 from "${name as string}" limit 1`)
  if (rows.length === 0) empty.push(name as string)
}
console.log('tables without a row:', empty.join(' ') || 'none')
await endAll()
for (const folder of [data, stored]) rmSync(folder, { recursive: true, force: true })
process.exit(0)
