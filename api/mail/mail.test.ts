import { expect, test } from 'bun:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { atEnd } from '#api/test/at-end.ts'
import { smtpServer } from '#api/test/servers/smtp.ts'
import { MailUnsure, smtpMailer } from './mail.ts'

/** Starts a mail server that collects mail. */
async function openMailServer() {
  const received: Email[] = []
  const receive = async (stream: object, accept: () => void) => {
    received.push(await PostalMime.parse(await new Response(stream as never).arrayBuffer()))
    accept()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void receive(stream, done),
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = server.server.address() as { port: number }
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Currawong <hello@currawong.example>' }
  const mailer = smtpMailer({ mail, siteUrl: 'https://currawong.example' })
  atEnd(() => {
    mailer.close()
    server.close()
  })
  return { mailer, received }
}

const headersOf = (mail: Email | undefined) =>
  Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))

const MAIL = { to: 'pat@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const LINK = 'https://api.currawong.example/api/mail/unsubscribe?user=1&kind=news&key=2'

test('adds one-click unsubscribe headers to mail that can be turned off', async () => {
  const { mailer, received } = await openMailServer()
  await mailer.send({ ...MAIL, unsubscribe: LINK }, 'one')
  await mailer.send(MAIL, 'two')
  expect(headersOf(received[0])).toMatchObject({
    'list-unsubscribe': `<${LINK}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'message-id': '<one@currawong.example>',
  })
  expect(headersOf(received[1])).not.toHaveProperty('list-unsubscribe')
})

test('finds the site’s own pictures at its URL', async () => {
  const { mailer, received } = await openMailServer()
  await mailer.send({ ...MAIL, html: '<img src="/icon-192.png" alt="">' }, 'one')
  expect(received[0]?.html).toContain('<img src="https://currawong.example/icon-192.png" alt="">')
})

const TIMEOUT_MS = 200

/** Creates a mailer with short timeouts and a mail server with scripted responses. */
async function unreliableServer() {
  const server = await smtpServer()
  const mail = { smtpUrl: server.url, from: 'Currawong <hello@currawong.example>' }
  const [connectionTimeout, greetingTimeout, socketTimeout] = Array<number>(3).fill(TIMEOUT_MS)
  const mailer = smtpMailer(
    { mail, siteUrl: 'https://currawong.example' },
    { connectionTimeout, greetingTimeout, socketTimeout },
  )
  atEnd(() => mailer.close())
  const send = () =>
    mailer.send(MAIL, 'one').then(
      () => undefined,
      (error: unknown) => error,
    )
  return { ...server, send }
}

test.each([
  ['greeting', 'hang'],
  ['greeting', 'drop'],
  ['EHLO', 'hang'],
  ['MAIL', 'hang'],
  ['RCPT', 'drop'],
  ['DATA', 'hang'],
  ['DATA', 'drop'],
] as const)(
  'treats a mail as not sent when the server fails at %s (%s), and sends it at the next attempt',
  async (step, turn) => {
    const { send, turns, received } = await unreliableServer()
    turns[step] = turn
    const failure = await send()
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailUnsure)
    expect(received).toEqual([])
    delete turns[step]
    expect(await send()).toBeUndefined()
    expect(received).toEqual(['one'])
  },
)

test.each(['hang', 'drop'] as const)(
  'treats a mail as possibly sent when the server receives all of it without responding (%s)',
  async turn => {
    const { send, turns, received } = await unreliableServer()
    turns.mail = turn
    expect(await send()).toBeInstanceOf(MailUnsure)
    expect(received).toEqual(['one'])
  },
)

test('treats a mail as not sent when the server rejects it', async () => {
  const { send, turns } = await unreliableServer()
  turns.mail = '451 try later'
  expect(await send()).toMatchObject({ code: 'EMESSAGE', responseCode: 451 })
})
