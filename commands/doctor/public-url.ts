import { connect } from 'node:tls'
import * as v from 'valibot'

import { siteSplit } from '#api/http/same-site.ts'
import type { Config } from '#api/runtime/config.ts'
import { instanceOf, probeKeyOf } from '#api/runtime/crypto/installation.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import type { Finding } from './finding.ts'

const PROBE_MS = 15_000
const BODY_BYTES = 5 * 1024 ** 2
/** A proxy buffers events if two that are sent a second apart arrive closer together than this. */
const MIN_GAP_MS = 500
const MIN_DAYS_LEFT = 10
const DAY = 24 * 60 * 60_000

const Health = v.object({
  status: v.string(),
  instance: v.optional(v.string()),
  version: v.optional(v.string()),
})

type Address = Pick<Config, 'publicUrl' | 'siteUrl' | 'appSecret'>
type Fault = { message: string; remedy: string }

/** A problem with its remedy. */
class FaultError extends Error {
  readonly remedy: string
  constructor({ message, remedy }: Fault) {
    super(message)
    this.remedy = remedy
  }
}

/**
 * Calls PUBLIC_URL as browsers and Meta do, and checks that this installation responds.
 * @param isRunning if false, only runs the checks that don't need the api
 */
export async function probePublicUrl(config: Address, isRunning: boolean): Promise<Finding[]> {
  const split = siteSplit(config)
  const findings: Finding[] = split ? [{ state: 'wrong', name: 'One site', message: split }] : []
  const path = new URL(config.publicUrl).pathname
  if (path !== '/')
    return [
      ...findings,
      wrong({
        message: `PUBLIC_URL has a path (${path}), but the api can only be served at the root of a host.`,
        remedy: 'Give it a host name of its own, and set PUBLIC_URL to that without a path.',
      }),
    ]
  if (config.publicUrl.startsWith('https:'))
    findings.push(await attempt('Certificate', () => readCertificate(config.publicUrl)))
  if (findings.some(({ name, state }) => name === 'Certificate' && state === 'wrong')) return findings
  if (!isRunning)
    return [
      ...findings,
      {
        state: 'missing',
        name: 'Public URL',
        message: `The api isn’t running, so ${config.publicUrl} can’t be tested.`,
        remedy: 'Start it, then run the doctor again.',
      },
    ]
  const recognised = await attempt('Public URL', () => recognise(config))
  findings.push(recognised)
  if (recognised.state === 'wrong') return findings
  return [
    ...findings,
    await attempt('Uploads', () => sendLargeBody(config)),
    await attempt('Events', () => receiveEvents(config)),
  ]
}

async function attempt(name: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { state: 'ready', name, message: await run() }
  } catch (error) {
    if (error instanceof FaultError)
      return { state: 'wrong', name, message: error.message, remedy: error.remedy }
    return { state: 'wrong', name, message: error instanceof Error ? error.message : String(error) }
  }
}

const wrong = ({ message, remedy }: Fault): Finding => ({
  state: 'wrong',
  name: 'Public URL',
  message,
  remedy,
})

const request = (config: Address, path: string, init: RequestInit = {}) =>
  fetchOutside(config.publicUrl + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MS),
    ...init,
  }).catch((error: unknown) => {
    throw new FaultError({
      message: `${config.publicUrl} can’t be reached from here: ${error instanceof Error ? error.message : String(error)}.`,
      remedy:
        'Check the name in DNS, the proxy and its certificate. Behind a router, this machine may not reach its own public address.',
    })
  })

/** @returns a message with the days until the certificate of PUBLIC_URL expires */
async function readCertificate(publicUrl: string): Promise<string> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<{ until: Date; refused: string }>()
  promise.catch(() => {})
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false })
  socket.setTimeout(PROBE_MS, () => reject(new Error(`${publicUrl} does not respond.`)))
  socket.once('error', reject)
  socket.once('secureConnect', () => {
    const { valid_to } = socket.getPeerCertificate()
    const refused = socket.authorized ? '' : String(socket.authorizationError)
    resolve({ until: new Date(valid_to), refused })
  })
  const { until, refused } = await promise.finally(() => socket.destroy())
  const days = Math.floor((until.getTime() - Date.now()) / DAY)
  const remedy = 'Renew it, and find out why the proxy or certbot didn’t renew it automatically.'
  if (days < 0) throw new FaultError({ message: `The certificate expired on ${dayOf(until)}.`, remedy })
  if (refused)
    throw new FaultError({
      message: `The certificate of ${hostname} isn’t trusted (${refused}).`,
      remedy:
        'Use one for this name, with its chain (fullchain.pem). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
    })
  if (days < MIN_DAYS_LEFT)
    throw new FaultError({ message: `The certificate expires in ${days} days.`, remedy })
  return `trusted, and expires in ${days} days`
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

async function recognise(config: Address): Promise<string> {
  const response = await request(config, '/api/health')
  if (response.status >= 300 && response.status < 400)
    throw new FaultError({
      message: `${config.publicUrl} redirects to ${response.headers.get('Location') ?? 'nowhere'}.`,
      remedy: 'Set PUBLIC_URL to the URL that doesn’t redirect: Instagram and Google follow no redirects.',
    })
  const read = v.safeParse(Health, await response.json().catch(() => undefined))
  if (!read.success)
    throw new FaultError({
      message: `${config.publicUrl} returns ${response.status}, but not from Currawong.`,
      remedy: 'Check that the proxy forwards /api/ to HOST and PORT of this api.',
    })
  if (read.output.instance !== instanceOf(config))
    throw new FaultError({
      message: `${config.publicUrl} is served by another installation of Currawong.`,
      remedy: 'Check PUBLIC_URL, and that all processes have the same APP_SECRET.',
    })
  return `${config.publicUrl} is served by this installation (version ${read.output.version ?? 'unknown'}, ${read.output.status})`
}

/** The api rejects the unauthenticated request with its own code. A proxy that rejects the body doesn't. */
async function sendLargeBody(config: Address): Promise<string> {
  const form = new FormData()
  form.append('media', new File([new Uint8Array(BODY_BYTES)], 'probe.mp4', { type: 'video/mp4' }))
  const response = await request(config, '/api/media', { method: 'POST', body: form })
  const text = await response.text()
  if (response.status === 401 && text.includes('unauthenticated')) return 'a body of 5 MB gets through'
  throw new FaultError({
    message: `A proxy rejects a body of 5 MB with status ${response.status}, so pictures and videos can’t be uploaded.`,
    remedy: 'Raise the proxy’s body limit to 4 GB on every path: docs/operating.md, Behind a proxy.',
  })
}

async function receiveEvents(config: Address): Promise<string> {
  const headers = { Authorization: `Bearer ${probeKeyOf(config)}`, Accept: 'text/event-stream' }
  const response = await request(config, '/api/events', { headers })
  if (!response.ok || !response.body) throw new Error(`/api/events responded with status ${response.status}.`)
  const at: Record<string, number> = {}
  let received = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    received += piece
    for (const line of ['first', 'second']) if (received.includes(line)) at[line] ??= performance.now()
  }
  if (at.first && at.second && at.second - at.first >= MIN_GAP_MS) return 'events arrive immediately'
  throw new FaultError({
    message: 'A proxy buffers events, so the dashboard would show changes minutes late.',
    remedy: 'Switch off the proxy’s buffering for /api/events: docs/operating.md, Behind a proxy.',
  })
}
