import { createServer, type Socket } from 'node:net'

import { atEnd } from '#api/test/at-end.ts'

/** Step at which an SMTP session can fail: the greeting, a command, or after the whole mail. */
export type SmtpStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mail'
/** Behaviour at a step: no response, a closed connection, or a response such as '250 OK'. */
export type SmtpTurn = 'hang' | 'drop' | `${number} ${string}`

const SUCCESS: Record<SmtpStep, string> = {
  greeting: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  mail: '250 taken',
}

/** Starts a mail server with the given behaviour at each step, and records the mails that it receives completely. */
export async function smtpServer() {
  const turns: Partial<Record<SmtpStep, SmtpTurn>> = {}
  const received: string[] = []
  const sockets = new Set<Socket>()

  function respond(socket: Socket, step: SmtpStep) {
    const what = turns[step] ?? SUCCESS[step]
    if (what === 'drop') socket.destroy()
    else if (what !== 'hang') socket.write(`${what}\r\n`)
  }

  function converse(socket: Socket) {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let buffer = ''
    let inMail = false
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString()
      for (;;) {
        const end = inMail ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(end)
        if (at < 0) return
        const line = buffer.slice(0, at)
        buffer = buffer.slice(at + end.length)
        if (inMail) {
          inMail = false
          received.push(/^Message-ID: <(.+)@/im.exec(line)?.[1] ?? '')
          respond(socket, 'mail')
          continue
        }
        const command = line.slice(0, 4).toUpperCase()
        if (command === 'DATA') inMail = turns.DATA === undefined
        if (command === 'EHLO' || command === 'MAIL' || command === 'RCPT' || command === 'DATA')
          respond(socket, command)
        else socket.write(command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    respond(socket, 'greeting')
  }

  const server = createServer(converse)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, turns, received }
}
