import { expect, test } from 'bun:test'

import type { LoggedCall } from '#api/publishing/call-log.ts'
import { snapshot, startAfterLoss } from '#api/test/db/database-loss.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { attemptComment, claimDueComments } from '../first-comments.ts'
import { findLostCalls } from './recovery.ts'

const MINUTE = 60_000
const NETWORKS = ['facebook', 'instagram', 'google'] as const

/** A post that is due in an hour, whose database can be set back to now. Calls are logged outside the database. */
async function setUp(network: NetworkId, { firstComment = '' } = {}) {
  const app = await publishingApp({ networks: [network] })
  const calls: LoggedCall[] = []
  app.ctx.logCall = call => void calls.push(call)
  const platforms = [{ platform: network, message: 'Before', ...(firstComment && { firstComment }) }]
  const postId = await app.accept({ platforms, media: [await picture('red')], inSeconds: 3600 })
  let restore = await snapshot(app)
  const takeSnapshot = async () => void (restore = await snapshot(app))

  async function edit(message: string, comment = firstComment) {
    const edited = { platform: network, message, ...(comment && { firstComment: comment }) }
    const response = await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms: [edited] } })
    expect(response.status).toBe(200)
  }
  /** Sets the database back; the next process detects it by the log. */
  async function setBack(options: { holdsDue?: boolean } = {}) {
    await restore()
    const { lost } = await findLostCalls(app.ctx, calls)
    await startAfterLoss(app, { lost, ...options })
    return lost
  }
  async function runUntilSettled() {
    for (let round = 0; round < 8; round++) {
      await app.run()
      app.clock.advance(20 * MINUTE)
    }
  }
  const due = () => app.clock.advance(60 * MINUTE)
  return {
    ...app,
    calls,
    postId,
    edit,
    due,
    takeSnapshot,
    setBack,
    runUntilSettled,
    delivery: () => app.delivery(postId, network),
  }
}

test.each(NETWORKS)(
  'finds a post on %s whose edit the database lost, and shows what was published',
  async network => {
    const { edit, due, run, setBack, runUntilSettled, published, delivery } = await setUp(network)
    await edit('After')
    due()
    await run()
    await setBack()
    await runUntilSettled()
    expect((await published()).map(({ message }) => message)).toEqual(['After'])
    expect(await delivery()).toMatchObject({ state: 'published', message: 'After' })
  },
)

/** Exceeds the number of writes of a reconciliation, so that no process dies in the last round. */
const WRITES = 6

test.each(NETWORKS)(
  'shows the text published on %s, even if the process dies at any write of the reconciliation',
  async network => {
    for (let write = 1; write <= WRITES; write++) {
      const { edit, due, run, setBack, runAndCrash, runUntilSettled, published, delivery } =
        await setUp(network)
      await edit('After')
      due()
      await run()
      await setBack()
      await runAndCrash({ write, kept: true })
      await runUntilSettled()
      expect((await published()).map(({ message }) => message)).toEqual(['After'])
      expect(await delivery(), `write ${write}`).toMatchObject({ state: 'published', message: 'After' })
    }
  },
)

test('shows the text that Google rejected, even if the process dies at any write of the reconciliation', async () => {
  for (let write = 1; write <= WRITES; write++) {
    const { edit, due, fault, run, setBack, runAndCrash, runUntilSettled, delivery, mails } =
      await setUp('google')
    await edit('After')
    await fault({ provider: 'google', operation: 'localPosts', kind: 'rejected' })
    due()
    await run()
    await setBack()
    await runAndCrash({ write, kept: true })
    await runUntilSettled()
    expect(await delivery(), `write ${write}`).toMatchObject({ state: 'failed', message: 'After' })
    expect((await mails()).at(-1)?.text).toContain('After')
  }
})

test('never reports an edited and published post as unpublished after a restore', async () => {
  const { edit, due, run, setBack, runUntilSettled, published, delivery, mails } = await setUp('google')
  await edit('After')
  due()
  await run()
  const mailsBefore = (await mails()).length
  await setBack({ holdsDue: true })
  await runUntilSettled()
  expect(await published()).toHaveLength(1)
  expect(await delivery()).toMatchObject({ state: 'published', message: 'After' })
  const [mail, ...others] = await mails()
  expect(others).toHaveLength(mailsBefore)
  expect(mail?.text).toContain('After')
})

test('finds the earlier of two lost calls', async () => {
  const { edit, due, run, clock, setBack, runUntilSettled, published, delivery, calls } =
    await setUp('google')
  await edit('Out')
  due()
  await run()
  // The log has a later call with another text, which was rejected.
  const [made] = calls
  calls.push({ ...made!, attempt: 2, at: +clock.now() + MINUTE, intent: { summary: 'Refused' } })
  await setBack()
  await runUntilSettled()
  expect((await published()).map(({ message }) => message)).toEqual(['Out'])
  expect(await delivery()).toMatchObject({ state: 'published', message: 'Out' })
})

test('removes the second post when the network executes a lost call late', async () => {
  const { due, fault, run, clock, setBack, runUntilSettled, published, delivery } = await setUp('google')
  await fault({ provider: 'google', operation: 'localPosts', kind: 'late', ms: 3 * MINUTE })
  due()
  await run()
  await setBack()
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(MINUTE)
    await run()
  }
  await runUntilSettled()
  expect(await published()).toHaveLength(1)
  expect(await delivery()).toMatchObject({ state: 'published' })
})

test('removes the second posts of two late calls, one recorded and one lost', async () => {
  const { due, fault, run, clock, takeSnapshot, setBack, runUntilSettled, published, delivery, calls } =
    await setUp('google')
  await fault({ provider: 'google', operation: 'localPosts', kind: 'late', ms: 10 * MINUTE, times: 2 })
  due()
  await run()
  await takeSnapshot()
  const waitForCalls = async (count: number) => {
    while (calls.length < count) {
      clock.advance(MINUTE)
      await run()
    }
  }
  await waitForCalls(2)
  await setBack()
  await waitForCalls(3)
  await runUntilSettled()
  await runUntilSettled()
  expect(calls).toHaveLength(3)
  expect(await published()).toHaveLength(1)
  expect(await delivery()).toMatchObject({ state: 'published' })
})

test('keeps the restored text when the lost call published nothing', async () => {
  const { edit, due, fault, run, setBack, clock, published, delivery } = await setUp('facebook')
  await edit('After')
  await fault({ provider: 'facebook', operation: 'feed', kind: 'drop-before' })
  due()
  await run()
  await setBack()
  clock.advance(3 * MINUTE)
  for (let round = 0; round < 3; round++) await run()
  expect((await published()).map(({ message }) => message)).toEqual(['Before'])
  expect(await delivery()).toMatchObject({ state: 'published', message: 'Before' })
})

test('shows the sent text of an edited post while Google is still checking it', async () => {
  const { edit, due, fault, run, setBack, delivery } = await setUp('google')
  await fault({ provider: 'google', operation: 'localPosts', kind: 'stuck' })
  await edit('After')
  due()
  await run()
  await setBack()
  await run()
  expect(await delivery()).toMatchObject({ state: 'unconfirmed', message: 'After' })
})

test.each([
  ['changed', 'Come in'],
  ['added', ''],
])('finds a first comment that was %s by a lost edit', async (_, firstComment) => {
  const { edit, due, run, setBack, runUntilSettled, published, delivery } = await setUp('facebook', {
    firstComment,
  })
  await edit('After', 'Book now')
  due()
  await run()
  await run()
  await setBack()
  await runUntilSettled()
  expect((await published()).map(({ ownComments }) => ownComments)).toEqual([['Book now']])
  expect((await delivery()).firstComment).toMatchObject({ state: 'added', message: 'Book now' })
})

test('notices a repeated call for a first comment whose intent was lost', async () => {
  const app = await setUp('facebook', { firstComment: 'Come in' })
  await app.fault({ provider: 'facebook', operation: 'comments', kind: 'drop-before' })
  app.due()
  await app.run()
  await app.run()
  expect((await app.delivery()).firstComment?.state).toBe('unconfirmed')
  app.clock.advance(5 * MINUTE)
  const [claimed] = await claimDueComments(app.ctx, { free: 1, freeOf: () => 1, full: [], busy: [] })
  await app.takeSnapshot()
  expect(await attemptComment(app.ctx, claimed!)).toMatchObject({ outcome: { state: 'added' } })
  expect((await findLostCalls(app.ctx, app.calls)).lost.comment).toEqual([])
  expect((await app.setBack()).comment).toMatchObject([{ message: 'Come in' }])
  await app.runUntilSettled()
  expect((await app.published()).map(({ ownComments }) => ownComments)).toEqual([['Come in']])
})

test('names the account to check when a lost call was made on another account', async () => {
  const { edit, due, run, setBack, runUntilSettled, published, delivery, calls } = await setUp('facebook')
  await edit('After')
  due()
  await run()
  calls[0]!.account = 'another page'
  await setBack()
  await runUntilSettled()
  expect(await published()).toHaveLength(1)
  expect(await delivery()).toMatchObject({ state: 'failed', reasonCode: 'never_confirmed' })
})

test('publishes nothing while calls can’t be logged, then resumes', async () => {
  const { ctx, due, run, runUntilSettled, published, delivery } = await setUp('facebook')
  const { logCall } = ctx
  ctx.logCall = () => {
    throw new Error('ENOSPC')
  }
  due()
  await run()
  expect(await published()).toEqual([])
  expect(await delivery()).toMatchObject({ state: 'scheduled', reasonCode: 'internal' })
  ctx.logCall = logCall
  await runUntilSettled()
  expect(await published()).toHaveLength(1)
  expect((await delivery()).state).toBe('published')
})

test('adds no first comment while calls can’t be logged, then resumes', async () => {
  const { ctx, due, run, runUntilSettled, published, delivery } = await setUp('facebook', {
    firstComment: 'Come in',
  })
  const { logCall } = ctx
  due()
  await run()
  ctx.logCall = () => {
    throw new Error('ENOSPC')
  }
  await run()
  expect((await published())[0]!.ownComments).toEqual([])
  ctx.logCall = logCall
  await runUntilSettled()
  expect((await published())[0]!.ownComments).toEqual(['Come in'])
  expect((await delivery()).firstComment?.state).toBe('added')
})
