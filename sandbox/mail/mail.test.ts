import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTransport } from 'nodemailer'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

const send = (to: string, subject: string, more: object = {}, url = sandbox.smtpUrl) =>
  createTransport(url).sendMail({
    from: 'Currawong <hello@agency.example>',
    to,
    subject,
    text: 'Plain',
    ...more,
  })

test('lists mail newest first and filters by recipient, ignoring case', async () => {
  await send('pat@example.com', 'First')
  sandbox.advance(1000)
  await send('Pat@Example.com, mia@example.com', 'Second – with “marks”', { html: '<p>Rich <b>text</b></p>' })
  await send('sam@example.com', 'For Sam')

  const { body } = await sandbox.get('/_sandbox/mail', { to: 'pat@example.com' })
  expect(body.map((mail: { subject: string }) => mail.subject)).toEqual(['Second – with “marks”', 'First'])
  expect(body[0]).toMatchObject({
    from: 'hello@agency.example',
    to: 'Pat@example.com, mia@example.com',
    text: 'Plain\n',
    html: '<p>Rich <b>text</b></p>\n',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect((await sandbox.get('/_sandbox/mail')).body).toHaveLength(3)
})

test('accepts any login and lists attachments', async () => {
  const url = sandbox.smtpUrl.replace('smtp://', 'smtp://user:pass@')
  await send(
    'zip@example.com',
    'Export',
    { attachments: [{ filename: 'all.zip', content: Buffer.alloc(10) }] },
    url,
  )
  const { body } = await sandbox.get('/_sandbox/mail', { to: 'zip@example.com' })
  expect(body[0].attachments).toEqual([{ name: 'all.zip', type: 'application/zip', bytes: 10 }])
})
