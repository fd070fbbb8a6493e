import { expect, test } from 'bun:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { atEnd } from '#api/test/at-end.ts'
import { smtpMailer } from './mail.ts'

/** A mail server that keeps what it is given. */
async function postOffice() {
  const kept: Email[] = []
  const keep = async (stream: object, taken: () => void) => {
    kept.push(await PostalMime.parse(await new Response(stream as never).arrayBuffer()))
    taken()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void keep(stream, done),
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
  return { mailer, kept }
}

const headersOf = (mail: Email | undefined) =>
  Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))

const LETTER = { to: 'pat@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const LINK = 'https://api.currawong.example/api/mail/unsubscribe?user=1&kind=news&key=2'

test('mail that can be turned off tells mail programs where, for one press', async () => {
  const { mailer, kept } = await postOffice()
  await mailer.send({ ...LETTER, unsubscribe: LINK }, 'one')
  await mailer.send(LETTER, 'two')
  expect(headersOf(kept[0])).toMatchObject({
    'list-unsubscribe': `<${LINK}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'message-id': '<one@currawong.example>',
  })
  expect(headersOf(kept[1])).not.toHaveProperty('list-unsubscribe')
})
