import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTransport } from 'nodemailer'

import { blob, jpeg } from '../test/media.ts'
import { openStage, type Stage } from '../test/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.stop())

test('explains what to do on empty pages', async () => {
  expect((await stage.get('/')).text).toContain('Nothing has been published yet')
  expect((await stage.get('/mail')).text).toContain('No mail has been sent yet')
})

test('shows a post’s message as text, its picture with the alt text, and its id', async () => {
  const page = await stage.facebookPage({ pages: ['Corner Shop'] })
  const { body } = await stage.post(`/facebook/v23.0/${page.id}/photos`, {
    access_token: page.token,
    caption: '<b>Fresh</b> bread',
    alt_text_custom: 'A "loaf"',
    source: blob(await jpeg(40, 30)),
  })
  const { text } = await stage.get('/')
  expect(text).toContain('&lt;b&gt;Fresh&lt;/b&gt; bread')
  expect(text).toContain('A &quot;loaf&quot;')
  expect(text).toContain(body.post_id)
  const file = /\/files\/[\w-]+/.exec(text)?.[0] ?? ''
  expect((await stage.get(file)).headers.get('content-type')).toBe('image/jpeg')
  const single = await stage.get(`/facebook/${page.id}/posts/${body.post_id}`)
  expect(single.text).toContain('Corner Shop')
})

test('explains that an item no longer exists', async () => {
  const { status, text } = await stage.get('/facebook/1/posts/1_2')
  expect(status).toBe(404)
  expect(text).toContain('This is not here any more')
})

test('opens a mail beside the list, with sandboxed HTML and a code to copy', async () => {
  const mailer = createTransport(stage.smtpUrl)
  const html = '<style>p{color:#123456}</style><p>Your code is <b>482913</b></p><script>alert(1)</script>'
  await mailer.sendMail({ from: 'a@b.example', to: 'pat@example.com', subject: 'Your code', html })
  const [mail] = (await stage.get('/_sandbox/mail')).body
  const { text } = await stage.get(`/mail/${mail.id}`)
  expect(text).toContain('data-copy="482913"')
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(text).not.toContain('<script>alert')
})

test('draws a picture for every account name', async () => {
  const { text, headers } = await stage.get(`/pictures/${encodeURIComponent('<Fig & Co>')}.svg`)
  expect(headers.get('content-type')).toStartWith('image/svg+xml')
  expect(text).not.toContain('<Fig')
})
