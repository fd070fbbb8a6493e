import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

import { CALL_MS } from './provider.ts'

/**
 * Responds like Graph after 50 ms and accepts mail. It validates and fetches nothing, so that two cores suffice for it and
 * the api. The sandbox, which is as strict as Meta, would dominate the measurement.
 */
let calls = 0
let ids = 10_000_000_000
const nextId = () => String(ids++)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/calls') return Response.json(calls)
    calls++
    await Promise.all([request.arrayBuffer(), Bun.sleep(CALL_MS)])
    const [, , node = '', edge] = pathname.split('/')
    return Response.json(respond(node, edge, searchParams.get('fields') ?? ''))
  },
})

function respond(node: string, edge: string | undefined, fields: string) {
  if (edge === 'feed') {
    const id = `${node}_${nextId()}`
    return { id, permalink_url: `https://www.facebook.com/${id}` }
  }
  if (edge === 'content_publishing_limit')
    return { data: [{ quota_usage: 0, config: { quota_total: 100, quota_duration: 86_400 } }] }
  if (edge) return { id: nextId() }
  if (fields.includes('status_code')) return { status_code: 'FINISHED', status: 'Finished', id: node }
  return { permalink: `https://www.instagram.com/p/${node}/`, id: node }
}

const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
})
mail.on('error', () => {})
const listening = mail.listen(0, '127.0.0.1')
await new Promise(resolve => listening.once('listening', resolve))

console.log(
  `provider ready ${server.url.origin} smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
)
