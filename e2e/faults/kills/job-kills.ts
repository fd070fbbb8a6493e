import { eq } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { newEmail, PASSWORD } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { runningClock } from '#api/test/clock.ts'
import { everyRow } from '#api/test/db/every-table.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { APP_SECRET, sandboxSettings } from '#api/test/servers/sandbox.ts'
import type { FreeSlots } from '#shared/bookings.ts'
import type { InboxItem } from '#shared/inbox.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Report, ReportMailing } from '#shared/reports/report.ts'
import { eventually } from '../../eventually.ts'
import { recordWrites } from '../power/recorder.ts'

/** The moment of the kill: before a write to the database's files, or during a call to a provider. */
export type JobKill =
  | { change: number }
  | { kind: 'silence-before' | 'silence-after'; then: 'cut' | 'go-on'; operation: string }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Exceeds the lock that a killed process leaves on an account. */
const LOCK_MS = 10 * MINUTE_MS

/** Opens an app with a database file. Its jobs run in processes of their own, with the app's clock. */
async function openJobTestbed(networks: NetworkId[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-jobs-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'currawong.db')
  const env = { DATA_DIR: dataDir, DATABASE_URL: `file:${file}` }
  const app = await publishingApp({ clock: runningClock(), networks, env })

  async function runJob(name: string, kill?: JobKill) {
    const recorder = kill && 'change' in kill ? await recordWrites(file) : undefined
    const child = Bun.spawn([process.execPath, `${import.meta.dirname}/job.fixture.ts`, name], {
      env: {
        ...process.env,
        ...sandboxSettings(app.sandbox),
        ...env,
        NODE_ENV: 'test',
        APP_SECRET,
        LOG_LEVEL: 'silent',
        PUBLIC_URL: app.ctx.config.publicUrl,
        AHEAD_MS: String(+app.clock.now() - Date.now()),
        ...(kill && 'change' in kill && { ...recorder!.env, ...recorder!.dieAt(kill.change) }),
      },
      stdout: 'inherit',
      stderr: 'inherit',
    })
    if (kill && 'kind' in kill) {
      const silent = async () => (await app.world<unknown[]>('silences')).length > 0
      await eventually('the call', silent)
      child.kill('SIGKILL')
      await child.exited
      await app.world('silences', { then: kill.then })
    }
    return child.exited
  }

  return { ...app, runJob }
}

/** Kills a process while it renews an Instagram token. @returns the tokens that were lost */
export async function killRenewing(kill: JobKill): Promise<string[]> {
  const { ctx, clock, runJob, fault, accept, run, published } = await openJobTestbed(['instagram'])
  clock.advance(8 * DAY_MS)
  if ('kind' in kill) await fault({ provider: 'instagram', operation: kill.operation, kind: kill.kind })
  await runJob('refresh-tokens', kill)
  clock.advance(LOCK_MS)
  await runJob('refresh-tokens')
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.network, 'instagram'))
  const livesDays = (+account!.tokenExpiresAt! - +clock.now()) / DAY_MS
  await accept({ media: [await picture('red')] })
  await run()
  const out = (await published()).length
  return [
    ...(account!.status === 'connected' ? [] : [`the account is ${account!.status}`]),
    ...(livesDays > 59 ? [] : [`the token lives ${livesDays.toFixed(1)} days more`]),
    ...(out === 1 ? [] : [`a post is out ${out} times`]),
  ]
}

/** Kills a process while it answers a comment. @returns what the network got instead of one answer */
export async function killAnswering(network: 'facebook' | 'google', kill: JobKill): Promise<string[]> {
  const { ctx, author, clock, world, runJob, fault, accept, run, published } = await openJobTestbed([network])
  if (network === 'google') {
    const [account] = await ctx.db.select().from(accounts)
    await world('review', { location: account!.providerId, stars: 2, text: 'Cold soup' })
  } else {
    await accept({ media: [await picture('red')] })
    await run()
    const [post] = await published()
    await world('comment', { on: post!.id, text: 'Are you open on Sunday?' })
  }
  await runJob('read-inboxes', 'change' in kill ? kill : undefined)
  clock.advance(LOCK_MS)
  await runJob('read-inboxes')
  const { data } = (await (await author.call('inbox')).json()) as { data: InboxItem[] }
  const [item] = data
  if (!item || data.length > 1) return [`${data.length} items were read`]
  await author.call(`inbox/${item._id}/reply`, { json: { message: 'Hello', version: item.version } })
  if ('kind' in kill) await fault({ provider: network, operation: kill.operation, kind: kill.kind })
  await runJob('send-replies', kill)
  for (let time = 0; time < 3; time++) {
    clock.advance(LOCK_MS)
    await runJob('send-replies')
  }
  const { length } = await world<unknown[]>('replies')
  const { data: after } = (await (await author.call(`inbox/${item._id}`)).json()) as { data: InboxItem }
  return [
    ...(length === 1 ? [] : [`${length} answers are out`]),
    ...(after.state === 'answered' ? [] : [`the item is ${after.state}: ${after.reply?.reason}`]),
  ]
}

/** Kills a process while it mails a monthly report. @returns what a reader got instead of one mail */
export async function killMailing(kill: { change: number }): Promise<string[]> {
  const { author, clock, runJob, mail } = await openJobTestbed([])
  const reader = newEmail()
  const { domainId } = author
  const chosen = await author.call('reports/mailing', {
    method: 'PUT',
    json: { domainId, day: 1, recipients: [reader] },
  })
  const { data: mailing } = (await chosen.json()) as { data: ReportMailing }
  const { month, at } = mailing.next!
  const prepared = await author.call('reports', { json: { domainId, month } })
  const { data: report } = (await prepared.json()) as { data: Report }
  const { preparedAt } = report
  await author.call(`reports/${report._id}/release`, { json: { preparedAt, recipients: [] } })
  clock.advance(Date.parse(at) - +clock.now() + MINUTE_MS)
  await runJob('mail-reports', kill)
  await runJob('mail-reports')
  const { length } = await mail(reader)
  return length === 1 ? [] : [`a reader got ${length} mails`]
}

/** Kills a process while it reminds a visitor of a call. @returns what the visitor got instead of one reminder */
export async function killReminding(kill: { change: number }): Promise<string[]> {
  const { request, clock, runJob, mail } = await openJobTestbed([])
  const email = newEmail()
  const { data: free } = (await (await request('bookings/slots')).json()) as { data: FreeSlots }
  const startsAt = free.slots.at(-1)!
  await request('bookings', {
    json: { startsAt, fullname: 'Mia Chen', email, contact: '0412 345 678', message: 'Hello' },
  })
  clock.advance(Date.parse(startsAt) - DAY_MS - +clock.now() + MINUTE_MS)
  await runJob('remind-of-calls', kill)
  await runJob('remind-of-calls')
  const { length } = (await mail(email)).filter(({ subject }) => subject.includes('reminder'))
  return length === 1 ? [] : [`a visitor got ${length} reminders`]
}

/** Kills a process while it deletes an account. @returns traces of the account that remain after the next runs */
export async function killDeleting(kill: JobKill): Promise<string[]> {
  const { ctx, author, clock, world, runJob, fault, accept } = await openJobTestbed(['facebook', 'instagram'])
  await accept({ media: [await picture('red')], inSeconds: 30 * 24 * 60 * 60 })
  await author.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  clock.advance(7 * DAY_MS)
  if ('kind' in kill) await fault({ provider: 'facebook', operation: kill.operation, kind: kill.kind })
  await runJob('delete-accounts', 'change' in kill ? kill : undefined)
  clock.advance(LOCK_MS)
  await runJob('delete-accounts', kill)
  for (let time = 0; time < 2; time++) {
    clock.advance(LOCK_MS)
    await runJob('delete-accounts')
  }
  const left = await everyRow(ctx)
  // Allows the last mail, which is still queued for the mail server.
  const named = left.filter(
    ({ table, row }) => table !== 'outbox' && (row.includes(author.userId) || row.includes(author.email)),
  )
  const requests = await world<{ method: string; path: string }[]>('requests')
  const revoked = requests.some(({ method, path }) => method === 'DELETE' && path.endsWith('/permissions'))
  return [
    ...((await ctx.db.$count(users)) === 0 ? [] : ['the person is still there']),
    ...named.map(({ table }) => `a row of ${table} leads to them`),
    ...(revoked ? [] : ['the permission was not revoked at Facebook']),
  ]
}
