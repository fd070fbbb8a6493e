import { createServer, type Socket } from 'node:net'

import { atEnd } from './at-end.ts'

/** Where a conversation with a mail server can come to a stop: at its greeting, at a command, or once it has the whole mail. */
export type SmtpStep = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mail'
/** What it does there: nothing any more, close the line, or this answer. */
export type SmtpTurn = 'hang' | 'drop' | `${number} ${string}`

const USUAL: Record<SmtpStep, string> = {
  greeting: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  mail: '250 taken',
}

/** A mail server that does as it is told at each step, and counts the mails that it has got whole. */
export async function smtpServer() {
  const turns: Partial<Record<SmtpStep, SmtpTurn>> = {}
  const got: string[] = []
  const sockets = new Set<Socket>()

  function turn(socket: Socket, step: SmtpStep) {
    const what = turns[step] ?? USUAL[step]
    if (what === 'drop') socket.destroy()
    else if (what !== 'hang') socket.write(`${what}\r\n`)
  }

  function converse(socket: Socket) {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let heard = ''
    let inMail = false
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      for (;;) {
        const end = inMail ? '\r\n.\r\n' : '\r\n'
        const at = heard.indexOf(end)
        if (at < 0) return
        const said = heard.slice(0, at)
        heard = heard.slice(at + end.length)
        if (inMail) {
          inMail = false
          got.push(/^Message-ID: <(.+)@/im.exec(said)?.[1] ?? '')
          turn(socket, 'mail')
          continue
        }
        const command = said.slice(0, 4).toUpperCase()
        if (command === 'DATA') inMail = turns.DATA === undefined
        if (command === 'EHLO' || command === 'MAIL' || command === 'RCPT' || command === 'DATA')
          turn(socket, command)
        else socket.write(command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    turn(socket, 'greeting')
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
  return { url: `smtp://127.0.0.1:${port}`, turns, got }
}
