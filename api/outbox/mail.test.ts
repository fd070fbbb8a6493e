import { expect, test } from 'bun:test'

import { outbox } from '#api/db/schema/server/mail.ts'
import { type Mail, type Mailer, MailUnsure } from '#api/mail/mail.ts'
import { createLog } from '#api/runtime/logger.ts'
import { sendWaitingMail, testApp } from '#api/test/app.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { queueMail, createMailDispatcher } from './mail.ts'

const mail = (to: string, subject = 'Hello'): Mail => ({
  to,
  subject,
  text: 'Your code is 123456',
  html: '<p>Hi</p>',
})

class SmtpRefusal extends Error {
  readonly code: string
  readonly responseCode: number
  readonly command: string | undefined
  constructor(code: string, responseCode: number, command?: string) {
    super('refused')
    this.code = code
    this.responseCode = responseCode
    this.command = command
  }
}

/** Creates a mailer that rejects recipients with an entry in `refusals`. */
function testMailer() {
  const sent: { to: string; messageId: string }[] = []
  const refusals = new Map<string, Error>()
  const tried: string[] = []
  const mailer: Mailer = {
    send: async ({ to }, messageId) => {
      tried.push(messageId)
      const refusal = refusals.get(to)
      if (refusal) throw refusal
      sent.push({ to, messageId })
    },
    close: () => {},
  }
  return { mailer, sent, refusals, tried }
}

test('sends a mail once and removes it from the outbox', async () => {
  const { ctx, sandbox: _, mail: mailTo } = await testApp()
  const to = `${crypto.randomUUID()}@example.com`
  await queueMail(ctx, { mail: { to, subject: 'Grüße', text: 'Plain\n', html: '<p>Rich</p>' } })
  await Promise.all([sendWaitingMail(ctx), sendWaitingMail(ctx)])
  const [first, ...rest] = await mailTo(to)
  expect(first).toMatchObject({ subject: 'Grüße', html: expect.stringContaining('Rich') })
  expect(first?.text.trim()).toBe('Plain')
  expect(rest).toEqual([])
  expect(await ctx.db.$count(outbox)).toBe(0)
})

test('encrypts waiting mail in the database', async () => {
  const { ctx } = await testApp()
  await queueMail(ctx, { mail: mail('pat@example.com') })
  const rows = JSON.stringify(await ctx.db.select().from(outbox))
  expect(rows).not.toContain('123456')
  expect(rows).not.toContain('pat@example.com')
})

test('ignores a second mail with the same id', async () => {
  const { mailer, sent } = testMailer()
  const { ctx } = await testApp({ mailer })
  await queueMail(ctx, { id: 'delivery:1:1', mail: mail('a@example.com') })
  await queueMail(ctx, { id: 'delivery:1:1', mail: mail('b@example.com') })
  await sendWaitingMail(ctx)
  expect(sent).toEqual([{ to: 'a@example.com', messageId: expect.stringMatching(/^delivery:1:1\.\w+$/) }])
})

test('retries a rejected mail with backoff and the same message id', async () => {
  const { mailer, sent, refusals, tried } = testMailer()
  const { ctx, clock } = await testApp({ mailer })
  refusals.set('a@example.com', new SmtpRefusal('ECONNECTION', 0))
  await queueMail(ctx, { id: 'one', mail: mail('a@example.com') })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 13; attempt++) {
    await sendWaitingMail(ctx)
    expect(tried).toHaveLength(attempt)
    const [row] = await ctx.db.select().from(outbox)
    waits.push(row!.wakeAt.getTime() - ctx.now().getTime())
    clock.set(row!.wakeAt)
  }
  expect(waits[0]).toBeWithin(4000, 6001)
  expect(waits[3]).toBeWithin(32_000, 48_001)
  expect(Math.max(...waits)).toBeLessThanOrEqual(72 * 60_000)
  refusals.clear()
  await sendWaitingMail(ctx)
  expect(sent).toEqual([{ to: 'a@example.com', messageId: expect.stringMatching(/^one\.\w+$/) }])
  expect(new Set(tried).size).toBe(1)
})

test('delays no other mail while one is rejected', async () => {
  const { mailer, sent, refusals } = testMailer()
  const { ctx } = await testApp({ mailer })
  refusals.set('bad@example.com', new SmtpRefusal('ETIMEDOUT', 0))
  await queueMail(ctx, { mail: mail('bad@example.com') })
  for (let i = 0; i < 20; i++) await queueMail(ctx, { mail: mail(`${i}@example.com`) })
  await sendWaitingMail(ctx)
  expect(sent).toHaveLength(20)
  expect(await ctx.db.$count(outbox)).toBe(1)
})

test('sends an urgent code before notices that were queued earlier', async () => {
  const { mailer, sent } = testMailer()
  const { ctx, clock } = await testApp({ mailer })
  for (let i = 0; i < 30; i++) await queueMail(ctx, { mail: mail(`notice-${i}@example.com`) })
  clock.advance(60_000)
  await queueMail(ctx, { mail: mail('code@example.com'), urgent: true })
  await sendWaitingMail(ctx)
  expect(sent).toHaveLength(31)
  expect(sent.findIndex(({ to }) => to === 'code@example.com')).toBeLessThan(8)
})

test('marks codes and password reset links as urgent, but no other mail', async () => {
  const { ctx, request, signUp } = await testApp()
  const { email } = await signUp()
  await request('users/reset-password', { json: { email } })
  // Mails the agency and a copy to its sender.
  await request('users/saveContactRequest', {
    json: { fullname: 'Pat', email, service: 'other', message: 'Hello' },
  })
  const waiting = await ctx.db.select({ urgent: outbox.urgent }).from(outbox)
  expect(waiting.map(({ urgent }) => urgent).toSorted()).toEqual([false, false, true])
})

test('finds due mail through an index, urgent or not', async () => {
  const { ctx } = await testApp()
  const [claim] = await plansOf(ctx, () => sendWaitingMail(ctx))
  const reaches = claim?.plan.filter(step => step.includes('outbox_wake (urgent=? AND wake_at<?)'))
  expect(reaches).toHaveLength(2)
  expect(claim?.plan.some(step => step.startsWith('SCAN outbox'))).toBe(false)
})

test('gives up after a permanent rejection, but not after a transient one', async () => {
  const { mailer, refusals } = testMailer()
  const { ctx } = await testApp({ mailer })
  refusals.set('gone@example.com', new SmtpRefusal('EENVELOPE', 550))
  refusals.set('busy@example.com', new SmtpRefusal('EENVELOPE', 450))
  await queueMail(ctx, { id: 'gone', mail: mail('gone@example.com') })
  await queueMail(ctx, { id: 'busy', mail: mail('busy@example.com') })
  await sendWaitingMail(ctx)
  expect(await ctx.db.select({ id: outbox.id }).from(outbox)).toEqual([{ id: 'busy' }])
})

test('sends a mail again after its sender’s lease expires, and ignores the late result', async () => {
  const { mailer, sent } = testMailer()
  const stuck = Promise.withResolvers<void>()
  const dying: Mailer = { send: () => stuck.promise, close: () => {} }
  const { ctx, clock } = await testApp({ mailer })
  await queueMail(ctx, { mail: mail('a@example.com') })
  const first = sendWaitingMail({ ...ctx, mailer: dying })
  while ((await ctx.db.select().from(outbox))[0]?.attempt === 0) await Bun.sleep(0)
  await sendWaitingMail(ctx)
  expect(sent).toEqual([])
  clock.advance(2 * 60_000)
  await sendWaitingMail(ctx)
  expect(sent).toHaveLength(1)
  stuck.reject(new Error('late'))
  await first
  expect(await ctx.db.$count(outbox)).toBe(0)
})

test('a stale sender cannot change a mail that the next sender has postponed', async () => {
  const { mailer, refusals } = testMailer()
  const late = Promise.withResolvers<void>()
  const dying: Mailer = { send: () => late.promise, close: () => {} }
  const { ctx, clock } = await testApp({ mailer })
  await queueMail(ctx, { mail: mail('busy@example.com') })
  const first = sendWaitingMail({ ...ctx, mailer: dying })
  while ((await ctx.db.select().from(outbox))[0]?.attempt === 0) await Bun.sleep(0)
  clock.advance(2 * 60_000)
  refusals.set('busy@example.com', new SmtpRefusal('EENVELOPE', 450))
  await sendWaitingMail(ctx)
  const [postponed] = await ctx.db.select().from(outbox)
  expect(postponed).toMatchObject({ attempt: 2 })
  late.reject(new SmtpRefusal('EENVELOPE', 550))
  await first
  expect(await ctx.db.select().from(outbox)).toEqual([postponed!])
})

test('gives up on a mail that has been rejected for three days', async () => {
  const { mailer, refusals } = testMailer()
  const { ctx, clock } = await testApp({ mailer })
  refusals.set('a@example.com', new SmtpRefusal('ECONNECTION', 0))
  await queueMail(ctx, { mail: mail('a@example.com') })
  clock.advance(3 * 24 * 60 * 60_000 + 1)
  await sendWaitingMail(ctx)
  expect(await ctx.db.$count(outbox)).toBe(0)
})

test('occupies only one slot with a mail that gets no response, and doesn’t block a tick', async () => {
  const { promise: response, resolve } = Promise.withResolvers<void>()
  const sent: string[] = []
  const mailer: Mailer = {
    send: async ({ to }) => {
      if (to === 'slow@example.com') await response
      sent.push(to)
    },
    close: () => {},
  }
  const { ctx } = await testApp({ mailer })
  await queueMail(ctx, { mail: mail('slow@example.com') })
  for (let i = 0; i < 30; i++) await queueMail(ctx, { mail: mail(`${i}@example.com`) })
  const dispatcher = createMailDispatcher(ctx)
  await dispatcher.tick()
  while ((await ctx.db.$count(outbox)) > 1) await Bun.sleep(0)
  expect(sent).toHaveLength(30)
  await dispatcher.tick()
  const stopped = dispatcher.stop()
  resolve()
  await stopped
  expect(sent).toHaveLength(31)
  expect(await ctx.db.$count(outbox)).toBe(0)
})

test('sends a mail once more if the server received it without responding, but not a third time', async () => {
  const { mailer, refusals, tried } = testMailer()
  const { ctx, clock } = await testApp({ mailer })
  refusals.set('a@example.com', new MailUnsure())
  await queueMail(ctx, { id: 'one', mail: mail('a@example.com') })
  for (let minute = 0; minute < 10; minute++) {
    await sendWaitingMail(ctx)
    clock.advance(60_000)
  }
  expect(tried).toHaveLength(2)
  expect(new Set(tried).size).toBe(1)
  expect(await ctx.db.$count(outbox)).toBe(0)
})

test('gives up on a permanently rejected text, but retries after a rejected sender or password', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: line => void lines.push(line) })
  const { mailer, refusals, sent } = testMailer()
  const { ctx, clock } = await testApp({ mailer, log })
  refusals.set('spam@example.com', new SmtpRefusal('EMESSAGE', 554, 'DATA'))
  refusals.set('sender@example.com', new SmtpRefusal('EENVELOPE', 550, 'MAIL FROM'))
  refusals.set('login@example.com', new SmtpRefusal('EAUTH', 535))
  for (const to of refusals.keys()) await queueMail(ctx, { mail: mail(to) })
  await sendWaitingMail(ctx)
  expect(lines.join('')).toContain('doesn’t accept MAIL_FROM')
  expect(lines.join('')).toContain('refuses the user or the password of SMTP_URL')
  refusals.clear()
  clock.advance(60_000)
  await sendWaitingMail(ctx)
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['login@example.com', 'sender@example.com'])
})

test('uses another message id for a different mail under the same id, as after a restore', async () => {
  const { mailer, tried } = testMailer()
  const api = await testApp()
  const dispatcher = createMailDispatcher({ ...api.ctx, mailer })
  for (const subject of ['Published', 'Held']) {
    await queueMail(api.ctx, {
      id: 'delivery:1:1',
      mail: { to: 'a@example.com', subject, text: 't', html: 'h' },
    })
    await dispatcher.tick()
    await dispatcher.idle()
  }
  expect(new Set(tried).size).toBe(2)
})
