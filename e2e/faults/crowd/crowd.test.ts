import { afterEach, expect, test } from 'bun:test'
import { and, inArray, isNotNull, like, ne } from 'drizzle-orm'
import Database from 'libsql'

import type { Context } from '#api/context.ts'
import { fileOf } from '#api/db/client.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries, deliverySteps, firstComments, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { endAll } from '#api/test/at-end.ts'
import { eventually } from '../../eventually.ts'
import { openKillTestbed } from '../kills/call-kills.ts'
import { isWhole, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { commentOn, schedule } from './crowd.ts'

const NAME = 'three processes and two thousand posts due at once'
const DUE_IN_MS = 15_000

const isSelected = isWhole || NAME.includes(process.env.FAULTS_SCENARIO || 'no scenario')

afterEach(endAll)

test.if(isSelected)(
  `${NAME}: one is killed, one sleeps past its leases, and each post is published once`,
  async () => {
    const { app, startApi } = await openKillTestbed()
    const { messages, commented } = await schedule(
      app,
      new Date(Math.ceil((Date.now() + DUE_IN_MS) / 1000) * 1000),
    )
    const [killed, sleeper, steady] = [startApi(), startApi(), startApi()]
    await Promise.all([killed, sleeper, steady].map(({ ready }) => ready))
    const { db } = app.ctx
    const countOut = () => db.$count(deliveries, like(deliveries.state, 'published'))
    const out = (count: number) =>
      eventually(`${count} posts out`, async () => (await countOut()) >= count, SCENARIO_TIMEOUT_MS)

    await out(400)
    await killed.end('SIGKILL')
    await out(800)
    await stopBetweenWrites(sleeper.pid, fileOf(app.ctx.config.database.url)!)
    await othersHaveTakenOver(app.ctx)
    process.kill(sleeper.pid, 'SIGCONT')
    await eventually(
      'every post settled',
      async () => (await countOut()) === messages.length,
      SCENARIO_TIMEOUT_MS,
    )
    await eventually(
      'every first comment settled',
      async () => (await db.$count(firstComments, isNotNull(firstComments.wakeAt))) === 0,
      SCENARIO_TIMEOUT_MS,
    )
    await Promise.all([sleeper, steady].map(api => api.end('SIGTERM')))

    const published = await app.published()
    expect(published.map(({ message }) => message).toSorted(), replay(NAME)).toEqual(messages.toSorted())
    const idOf = new Map(published.map(({ message, id }) => [message, id]))
    const rows = await db.select().from(deliveries).where(ne(deliveries.state, 'scheduled'))
    // A website's ids begin again on each, so ours names it, too.
    const isFound = ({ externalId, message }: { externalId: string | null; message: string }) =>
      externalId === idOf.get(message) || externalId?.endsWith(`/${idOf.get(message)}`)
    expect(rows.filter(row => !isFound(row))).toEqual([])
    const steps = await db.select().from(deliverySteps).where(like(deliverySteps.name, PUBLISH_STEP))
    const attemptOf = new Map(rows.map(row => [row.id, row.attempt]))
    expect(steps.filter(step => step.attempt > attemptOf.get(step.deliveryId)!)).toEqual([])
    expect(await db.$count(notifications, like(notifications.title, 'Published on %'))).toBe(messages.length)
    expect(published.flatMap(({ ownComments }) => ownComments).toSorted()).toEqual(
      commented.map(commentOn).toSorted(),
    )
    expect(await db.$count(firstComments, ne(firstComments.state, 'added'))).toBe(0)
  },
  4 * SCENARIO_TIMEOUT_MS,
)

const OTHERS_WRITE_WITHIN_MS = 500

/** Pauses a process while it holds no database lock, because no other process could otherwise continue. */
async function stopBetweenWrites(pid: number, file: string) {
  for (;;) {
    process.kill(pid, 'SIGSTOP')
    const db = new Database(file, { timeout: OTHERS_WRITE_WITHIN_MS })
    try {
      db.exec('BEGIN IMMEDIATE')
      db.exec('ROLLBACK')
      return
    } catch {
      process.kill(pid, 'SIGCONT')
      await Bun.sleep(1)
    } finally {
      db.close()
    }
  }
}

/** Waits until the posts in progress are published or claimed again. Leases expire in real time. */
async function othersHaveTakenOver({ db }: Context) {
  const atWork = await db
    .select({ id: deliveries.id, attempt: deliveries.attempt })
    .from(deliveries)
    .where(like(deliveries.state, 'publishing'))
  const attemptOf = new Map(atWork.map(({ id, attempt }) => [id, attempt]))
  await eventually(
    'the sleeper is overtaken',
    async () => {
      const still = await db
        .select({ id: deliveries.id, attempt: deliveries.attempt })
        .from(deliveries)
        .where(and(inArray(deliveries.id, [...attemptOf.keys()]), ne(deliveries.state, 'published')))
      return still.every(({ id, attempt }) => attempt > attemptOf.get(id)!)
    },
    SCENARIO_TIMEOUT_MS,
  )
}
