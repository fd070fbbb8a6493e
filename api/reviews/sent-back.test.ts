import { expect, test } from 'bun:test'

import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { setSwitch } from '#api/settings/settings.ts'
import { DAY_S, openApprovalsApp } from '#api/test/approvals.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { MAX_WAIT_MS, mailAuthors, QUIET_MS } from './digest.ts'

async function openSentBack() {
  const app = await openApprovalsApp()
  const [mia, approver] = [await app.member('author'), await app.member('approver')]
  const sendBack = (id: string, comment: string) =>
    approver.call(`posts/${id}/request-changes`, { json: { comment } })
  const wait = async (ms = QUIET_MS) => {
    app.clock.advance(ms)
    await mailAuthors(app.ctx)
  }
  return { ...app, mia, approver, sendBack, wait }
}

test('notifies the author at once with the comment, and sends one mail about all posts that are sent back together', async () => {
  const app = await openSentBack()
  const [late, monday] = [
    await app.write(app.mia, 'Open late'),
    await app.write(app.mia, 'Closed on Monday', 2 * DAY_S),
  ]
  await app.sendBack(late, 'Say when.')
  await broadcastNotifications(app.ctx)
  const [[title, message] = []] = await app.bell(app.mia)
  expect(title).toBe('Changes were requested')
  expect(message).toEndWith(' asked for changes to “Open late”: “Say when.”')
  await app.wait(QUIET_MS - 1)
  await app.sendBack(monday, 'Which Monday?')
  await app.wait(QUIET_MS - 1)
  expect(await app.mailed(app.mia)).toEqual([])
  await app.wait(1)
  await app.wait()
  const [mail, ...more] = await app.mailed(app.mia)
  expect([mail?.subject, more]).toEqual(['Changes were requested on 2 posts', []])
  for (const part of [
    '“Open late” for Facebook',
    '“Say when.”',
    '“Which Monday?”',
    '/dashboard/view-post?tab=attention&state=changes_requested',
  ])
    expect(mail?.text).toContain(part)
  for (const other of [app.author, app.approver]) expect(await app.mailed(other)).toEqual([])
})

test('sends the mail after a maximum delay while posts keep being sent back', async () => {
  const app = await openSentBack()
  for (let at = 0; at <= MAX_WAIT_MS; at += QUIET_MS / 2) {
    await app.sendBack(await app.write(app.mia, `Post ${at}`), 'Shorter, please.')
    await app.wait(QUIET_MS / 2)
  }
  expect(await app.mailed(app.mia)).toHaveLength(1)
})

test('mails the author within three minutes what a reviewer without a login asks for', async () => {
  const app = await openSentBack()
  const id = await app.write(app.mia, 'Open late')
  const links = `businesses/${app.domainId}/review-links`
  const { url } = (await (await app.call(links, { json: { postIds: [id] } })).json()) as { url: string }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const request = { name: 'Deb', comment: 'It’s $220 now.' }
  await app.request(`review/${token}/posts/${id}/request-changes`, { json: request })
  await app.wait(3 * MINUTE_MS)
  const [mail, ...more] = await app.mailed(app.mia)
  expect(more).toEqual([])
  for (const part of ['Deb asked for changes', '> It’s $220 now.']) expect(mail?.text).toContain(part)
  expect(await app.mailed(app.author)).toEqual([])
})

test('takes a reviewer’s open remarks as the request if they write no comment', async () => {
  const app = await openSentBack()
  const id = await app.write(app.mia, 'Open late')
  const links = `businesses/${app.domainId}/review-links`
  const { url } = (await (await app.call(links, { json: { postIds: [id] } })).json()) as { url: string }
  const review = `review/${url.slice(url.lastIndexOf('/') + 1)}/posts/${id}`
  const anchor = { network: 'facebook', quote: 'late', from: 5 }
  const ask = async (name: string) => {
    const response = await app.request(`${review}/request-changes`, { json: { name, comment: '' } })
    return [response.status, ((await response.json()) as { fields?: object }).fields]
  }
  const rejected = [400, { comment: 'Please say what should change.' }]
  expect(await ask('Deb')).toEqual(rejected)
  await app.request(`${review}/comments`, { json: { name: 'Deb', message: 'How late?', anchor } })
  await app.request(`${review}/comments`, { json: { name: 'Sam', message: 'No remark on a part' } })
  expect([await ask('Sam'), await ask('Deb')]).toEqual([rejected, [200, undefined]])
  await broadcastNotifications(app.ctx)
  expect(JSON.stringify(await app.bell(app.mia))).toContain(
    'Deb asked for changes to “Open late”: “How late?”',
  )
  await app.wait()
  expect((await app.mailed(app.mia)).at(-1)?.text).toContain('> How late?')
  const { data } = (await (await app.call(`posts/${id}/comments`)).json()) as { data: unknown[] }
  expect(data).toHaveLength(2)
})

test('sends no waiting mail to an author who is removed, except about their other businesses', async () => {
  const app = await openSentBack()
  await app.sendBack(await app.write(app.mia, 'Open late'), 'Say when.')
  await app.wait()
  const elsewhere = { to: app.mia.email, subject: 'Changes were requested elsewhere', text: '', html: '' }
  await queueMail(app.ctx, { userId: app.mia.userId, domainId: 'another', mail: elsewhere })
  await app.call(`businesses/${app.domainId}/members/${app.mia.userId}`, { method: 'DELETE' })
  expect((await app.mailed(app.mia)).map(({ subject }) => subject)).toEqual([elsewhere.subject])
})

test('quotes the whole comment in a mail about one post, and links to the post', async () => {
  const app = await openSentBack()
  const id = await app.write(app.mia, 'Open late')
  const comment = `Say when.\n${'And where. '.repeat(20).trim()}`
  await app.sendBack(id, comment)
  await app.wait()
  const [mail] = await app.mailed(app.mia)
  expect(mail?.subject).toBe('Changes were requested')
  expect(mail?.text).toContain(comment.replace(/^/gm, '> '))
  expect(mail?.text).toContain(`post=${id}`)
})

test('sends no mail about posts that were sent again or cancelled meanwhile, or to authors who want none', async () => {
  const app = await openSentBack()
  const [again, cancelled] = [await app.write(app.mia, 'Again'), await app.write(app.mia, 'Cancelled')]
  for (const id of [again, cancelled]) await app.sendBack(id, 'Say when.')
  await app.mia.call(`posts/${again}/submit`, { json: {} })
  await app.call(`posts/${cancelled}/cancel`, { json: {} })
  await app.wait()
  expect(await app.mailed(app.mia)).toEqual([])
  await app.sendBack(again, 'Say where.')
  await setSwitch(app.ctx, app.mia.userId, 'emailNotifications', false)
  await app.wait()
  expect(await app.mailed(app.mia)).toEqual([])
})

test('mails each author once when several processes run at the same time', async () => {
  const app = await openSentBack()
  await app.sendBack(await app.write(app.mia, 'Open late'), 'Say when.')
  app.clock.advance(QUIET_MS + 5)
  const { ctx } = app
  await Promise.all([-3, -2, -1].map(ms => mailAuthors({ ...ctx, now: () => new Date(+ctx.now() + ms) })))
  expect(await app.mailed(app.mia)).toHaveLength(1)
})

test('notifies the author of a post that a colleague sent for approval again, but nobody of their own request', async () => {
  const app = await openSentBack()
  const id = await app.write(app.mia, 'Open late')
  const editor = await app.member('editor')
  await app.sendBack(id, 'Say when.')
  await editor.call(`posts/${id}/submit`, { json: {} })
  app.clock.advance(1000)
  await app.sendBack(id, 'Say where.')
  expect(await app.bell(app.mia)).toHaveLength(2)
  expect(await app.bell(editor)).toHaveLength(1)
  await app.wait()
  expect([await app.mailed(app.mia), await app.mailed(editor)].map(({ length }) => length)).toEqual([1, 1])
  await app.call(`posts/${id}/submit`, { json: {} })
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Say who.' } })
  await app.wait()
  expect([await app.mailed(app.mia), await app.mailed(app.author)].map(({ length }) => length)).toEqual([
    2, 0,
  ])
})

test('notifies the author of a comment on their post, without a mail', async () => {
  const app = await openSentBack()
  const id = await app.write(app.mia, 'Open late')
  await app.approver.call(`posts/${id}/comments`, { json: { message: 'Nice picture.' } })
  await app.mia.call(`posts/${id}/comments`, { json: { message: 'Thank you.' } })
  const [[title, message] = [], ...more] = await app.bell(app.mia)
  expect(title).toEndWith(' commented on your post')
  expect([message, more]).toEqual(['Nice picture.', []])
  expect(await app.mailed(app.mia)).toEqual([])
})

test('finds posts that were sent back through an index', async () => {
  const app = await openSentBack()
  await app.sendBack(await app.write(app.mia, 'Open late'), 'Say when.')
  app.clock.advance(QUIET_MS)
  const plans = await plansOf(app.ctx, () => mailAuthors(app.ctx))
  const steps = plans.flatMap(({ plan }) => plan)
  expect(steps[0]).toStartWith('SCAN approvals USING')
  expect(steps[0]).toContain('approvals_sent_back')
  expect(
    steps.slice(1).filter(step => /^SCAN (?!item |json_each |value |.*CONSTANT ROW)/.test(step)),
  ).toEqual([])
})

test('mails about the other posts when one is sent back again while the mail is written', async () => {
  const app = await openSentBack()
  const [again, other] = [await app.write(app.mia, 'Again'), await app.write(app.mia, 'The other')]
  for (const id of [again, other]) await app.sendBack(id, 'Say when.')
  app.clock.advance(QUIET_MS)
  await mailAuthors(beforeNextWrite(app.ctx, () => app.sendBack(again, 'Say where.')))
  await app.wait()
  const [mail] = await app.mailed(app.mia)
  expect(mail?.subject).toBe('Changes were requested on 2 posts')
})
