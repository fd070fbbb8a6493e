import { afterEach, expect, test } from 'bun:test'
import { like, ne } from 'drizzle-orm'

import { notifications } from '#api/notifications/table.ts'
import { LEASE_MS } from '#api/posts/claim.ts'
import { deliveries, deliverySteps, PUBLISH_STEP } from '#api/posts/table.ts'
import { endAll } from '#api/test/at-end.ts'
import { eventually } from '../eventually.ts'
import { isWhole, replay } from './chosen.ts'
import { openGraveyard } from './killed.ts'
import { schedule } from './crowd.ts'

const NAME = 'three processes and two thousand posts due at once'
const MINUTE = 60_000
const DUE_IN_MS = 15_000

const asked = isWhole || NAME.includes(process.env.FAULTS_SCENARIO || 'no scenario')

afterEach(endAll)

test.if(asked)(
  `${NAME}: one is killed, one sleeps past its leases, and each post is out once`,
  async () => {
    const { app, startApi } = await openGraveyard()
    const messages = await schedule(app, new Date(Math.ceil((Date.now() + DUE_IN_MS) / 1000) * 1000))
    const [killed, sleeper, steady] = [startApi(), startApi(), startApi()]
    await Promise.all([killed, sleeper, steady].map(({ ready }) => ready))
    const out = (count: number) =>
      eventually(`${count} posts out`, async () => (await app.published()).length >= count, 4 * MINUTE)

    await out(400)
    await killed.end('SIGKILL')
    await out(800)
    process.kill(sleeper.pid, 'SIGSTOP')
    // Leases end by real time.
    await Bun.sleep(LEASE_MS + 5000)
    process.kill(sleeper.pid, 'SIGCONT')
    const { db } = app.ctx
    await eventually(
      'every post settled',
      async () => (await db.$count(deliveries, like(deliveries.state, 'published'))) === messages.length,
      6 * MINUTE,
    )
    await Promise.all([sleeper, steady].map(api => api.end('SIGTERM')))

    const published = await app.published()
    expect(published.map(({ message }) => message).toSorted(), replay(NAME)).toEqual(messages.toSorted())
    const idOf = new Map(published.map(({ message, id }) => [message, id]))
    const rows = await db.select().from(deliveries).where(ne(deliveries.state, 'scheduled'))
    expect(rows.filter(row => row.externalId !== idOf.get(row.message))).toEqual([])
    const steps = await db.select().from(deliverySteps).where(like(deliverySteps.name, PUBLISH_STEP))
    const attemptOf = new Map(rows.map(row => [row.id, row.attempt]))
    expect(steps.filter(step => step.attempt > attemptOf.get(step.deliveryId)!)).toEqual([])
    expect(await db.$count(notifications, like(notifications.title, 'Published on %'))).toBe(messages.length)
  },
  12 * MINUTE,
)
