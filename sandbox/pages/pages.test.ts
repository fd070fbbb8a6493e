import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTransport } from 'nodemailer'

import { faultProblem } from '../faults/fault.ts'
import { blob, jpeg } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'
import { feedsPage, OFFERED_FAULTS } from './feeds.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

test('explains what to do on empty pages', async () => {
  expect((await sandbox.get('/')).text).toContain('Nothing has been published yet')
  expect((await sandbox.get('/mail')).text).toContain('No mail has been sent yet')
})

test('shows a post’s message as text, its picture with the alt text, and its id', async () => {
  const page = await sandbox.facebookPage({ pages: ['Corner Shop'] })
  const { body } = await sandbox.post(`/facebook/v23.0/${page.id}/photos`, {
    access_token: page.token,
    caption: '<b>Fresh</b> bread',
    alt_text_custom: 'A "loaf"',
    source: blob(await jpeg(40, 30)),
  })
  const { text } = await sandbox.get('/')
  expect(text).toContain('&lt;b&gt;Fresh&lt;/b&gt; bread')
  expect(text).toContain('A &quot;loaf&quot;')
  expect(text).toContain(body.post_id)
  const file = /\/files\/[\w-]+/.exec(text)?.[0] ?? ''
  expect((await sandbox.get(file)).headers.get('content-type')).toBe('image/jpeg')
  const single = await sandbox.get(`/facebook/${page.id}/posts/${body.post_id}`)
  expect(single.text).toContain('Corner Shop')
})

test('lists what a post has besides text and files', async () => {
  const html = await feedsPage([
    {
      network: 'google',
      account: '1',
      accountName: 'Corner Shop',
      message: 'Come in',
      media: [{ type: 'video', id: '2', bytes: 10, userTags: ['rye'], coverMs: 2000 }],
      createdAt: new Date(),
      id: '3',
      permalink: '/3',
      collaborators: ['salt.and.sea'],
      place: 'Corner Shop, Sydney',
      event: {
        title: 'Rye day',
        schedule: {
          startDate: { year: 2026, month: 12, day: 4 },
          startTime: { hours: 17 },
          endDate: { year: 2026, month: 12, day: 5 },
        },
      },
      offer: { couponCode: 'RYE' },
      callToAction: { actionType: 'ORDER', url: 'https://a.example' },
      likes: 0,
      comments: 0,
      ownComments: [],
    },
  ])
  const shown = html.toString().replaceAll(/<[^>]*>|\s+/g, ' ')
  for (const extra of [
    /With +@salt.and.sea/,
    /At +Corner Shop, Sydney/,
    /Tagged +@rye/,
    /Cover +the video at 2 s/,
    /Event +Rye day, 2026-12-4 17:00 – 2026-12-5/,
    /Offer +RYE/,
    /Button +ORDER → https:/,
  ])
    expect(shown).toMatch(extra)
})

test('explains that an item no longer exists', async () => {
  const { status, text } = await sandbox.get('/facebook/1/posts/1_2')
  expect(status).toBe(404)
  expect(text).toContain('This is not here any more')
})

test('opens a mail beside the list, with sandboxed HTML and a code to copy', async () => {
  const mailer = createTransport(sandbox.smtpUrl)
  const html = '<style>p{color:#123456}</style><p>Your code is <b>482913</b></p><script>alert(1)</script>'
  await mailer.sendMail({ from: 'a@b.example', to: 'pat@example.com', subject: 'Your code', html })
  const [mail] = (await sandbox.get('/_sandbox/mail')).body
  const { text } = await sandbox.get(`/mail/${mail.id}`)
  expect(text).toContain('data-copy="482913"')
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(text).not.toContain('<script>alert')
})

test.each([
  ['a link', 'Choose a new password, without a code: https://currawong.example/reset-password/k3-482913-x'],
  ['an order', 'Your order 482913 is on its way.'],
])('offers no code to copy in a mail with six digits in %s', async (_, text) => {
  const mailer = createTransport(sandbox.smtpUrl)
  await mailer.sendMail({ from: 'a@b.example', to: 'pat@example.com', subject: 'News', text })
  const [mail] = (await sandbox.get('/_sandbox/mail')).body
  expect((await sandbox.get(`/mail/${mail.id}`)).text).not.toContain('Copy code')
})

test.each(OFFERED_FAULTS)('offers a fault that exists: %s', (_, fault) => {
  expect(faultProblem({ ...fault, times: 1 })).toBeNull()
})

test('shows an article as its site formats it, and runs no script of it', async () => {
  const { person, user, password } = await sandbox.control('login', { provider: 'wordpress', name: 'Mill' })
  const content = '<!-- wp:paragraph -->\n<p>Rye, <strong>dark</strong></p>\n<!-- /wp:paragraph -->'
  await sandbox.ask(`/wordpress/${person}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Rye', content, status: 'publish' }),
  })
  const { text, headers } = await sandbox.get(`/wordpress/${person}/`)
  expect(text).toContain('<div class="article"><p>Rye, <strong>dark</strong></p>')
  expect(headers.get('content-security-policy')).toBe("script-src 'self'")
})

test('offers buttons for faults and visitors, each with a call that works', async () => {
  const page = await sandbox.facebookPage({ pages: ['Corner Shop'] })
  await sandbox.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message: 'Open' })
  const { person, user, password } = await sandbox.control('login', { provider: 'wordpress', name: 'Bakery' })
  await sandbox.ask(`/wordpress/${person}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Rye', content: 'Rye', status: 'publish' }),
  })
  const { text } = await sandbox.get('/')
  const buttons = [...text.matchAll(/data-call="(\w+)"\s+data-body="([^"]+)"/g)]
  expect(new Set(buttons.map(([, call]) => call))).toEqual(new Set(['faults', 'expire', 'visitors']))
  for (const [, call, body] of buttons)
    expect(await sandbox.control(call!, JSON.parse(body!.replaceAll('&quot;', '"')))).toBeTruthy()
  expect((await sandbox.get('/')).text.match(/2 comments/g)).toHaveLength(2)
})

test('draws a picture for every account name', async () => {
  const { text, headers } = await sandbox.get(`/pictures/${encodeURIComponent('<Fig & Co>')}.svg`)
  expect(headers.get('content-type')).toStartWith('image/svg+xml')
  expect(text).not.toContain('<Fig')
})
