import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

import type { World } from '../world/world.ts'
import type { Mail } from './mail.ts'

const MAX_BYTES = 25 * 1024 * 1024

/** Accepts mail with or without a login and stores it. */
export async function startSmtpServer(world: World, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
    onData(stream, session, done) {
      const store = async () => {
        world.mails.push(await readMail(await buffer(stream), session, world.now()))
      }
      callbackify(store)(error => done(error))
    },
  })
  // Ignores clients that disconnect before they have finished.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => listening.once('listening', resolve).once('error', reject))
  const { port: bound } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

async function readMail(source: Buffer, session: SMTPServerSession, createdAt: Date): Promise<Mail> {
  const parsed = await PostalMime.parse(source)
  const recipients = session.envelope.rcptTo.map(({ address }) => inAscii(address))
  return {
    id: randomUUID(),
    messageId: parsed.messageId ?? '',
    from: parsed.from?.address ?? (session.envelope.mailFrom ? session.envelope.mailFrom.address : ''),
    to: recipients.join(', '),
    recipients,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
    createdAt,
  }
}

/** Undoes the SMTP server's decoding of international domains, so that an address is stored as it was sent. */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}
