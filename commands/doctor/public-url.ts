import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import * as v from 'valibot'

import { LOCAL, readBuiltFor, siteMismatch, siteSplit } from '#api/http/built-site.ts'
import type { Config } from '#api/runtime/config.ts'
import { instanceOf, probeKeyOf } from '#api/runtime/crypto/secrets.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { DAY_MS } from '#shared/durations.ts'
import { absent, ProbeError, type Finding, messageOf, probe, ready, wrong } from './finding.ts'

const PROBE_MS = 15_000
const BODY_BYTES = 5 * 1024 ** 2
/** A proxy buffers events if two that are sent a second apart arrive closer together than this. */
const MIN_GAP_MS = 500
const MIN_DAYS_LEFT = 10

const Health = v.object({
  status: v.string(),
  instance: v.optional(v.string()),
  version: v.optional(v.string()),
})

type PublicConfig = Pick<Config, 'publicUrl' | 'siteUrl' | 'appSecret'>

const PRIVATE =
  /^(localhost|127\.|0\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|.*\.(local|test|internal)$)/

export function checkPublicUrl({ publicUrl, instagram }: Config): Finding {
  const { hostname, protocol } = new URL(publicUrl)
  if (!PRIVATE.test(hostname) && protocol === 'https:') return ready('Address', publicUrl)
  return absent(
    'Address',
    new URL(instagram.graphUrl).hostname === 'graph.instagram.com' && instagram.appId !== '',
    `PUBLIC_URL is ${publicUrl}: Meta can’t fetch pictures from there, so Instagram posts fail, and logins need https.`,
    'Set PUBLIC_URL to the https URL at which the internet can reach this api.',
  )
}

/** Compares the built pages with the settings. This machine needs no pages if another host serves them. */
export async function checkSite(
  { siteUrl, publicUrl }: Pick<Config, 'siteUrl' | 'publicUrl'>,
  dist: string,
): Promise<Finding> {
  const mismatch = await siteMismatch({ siteUrl, publicUrl }, dist)
  // `up` builds the pages without a public URL, for this machine only.
  const isLocalBuild = (await readBuiltFor(dist))?.loopback && LOCAL.test(new URL(siteUrl).hostname)
  if (mismatch) return absent('Site', !isLocalBuild, mismatch)
  if (existsSync(join(dist, 'index.html'))) return ready('Site', `dist/ is built for ${siteUrl}`)
  if (new URL(siteUrl).origin !== new URL(publicUrl).origin)
    return ready('Site', `${siteUrl} is served by another host (there is no dist/ here)`)
  return wrong(
    'Site',
    'There are no pages in dist/: visitors see a message that the site hasn’t been built.',
    'bun run build',
  )
}

/**
 * Calls PUBLIC_URL as browsers and Meta do, and checks that this installation responds.
 * @param isRunning if false, only runs the checks that don't need the api
 */
export async function probePublicUrl(config: PublicConfig, isRunning: boolean): Promise<Finding[]> {
  const { pathname, protocol } = new URL(config.publicUrl)
  const findings: Finding[] = []
  const split = siteSplit(config)
  if (split) findings.push(wrong('One site', split))
  if (pathname !== '/') {
    const message = `PUBLIC_URL has a path (${pathname}), but the api can only be served at the root of a host.`
    const remedy = 'Give it a host name of its own, and set PUBLIC_URL to that without a path.'
    return [...findings, wrong('Public URL', message, remedy)]
  }
  if (protocol === 'https:') {
    const certificate = await probe('Certificate', () => readCertificate(config.publicUrl))
    findings.push(certificate)
    if (certificate.state === 'wrong') return findings
  }
  if (!isRunning) {
    const message = `The api isn’t running, so ${config.publicUrl} can’t be tested.`
    return [...findings, absent('Public URL', false, message, 'Start it, then run the doctor again.')]
  }
  const health = await probe('Public URL', () => requireOwnHealth(config))
  findings.push(health)
  if (health.state === 'wrong') return findings
  return [
    ...findings,
    await probe('Uploads', () => sendLargeBody(config)),
    await probe('Events', () => receiveEvents(config)),
  ]
}

const request = (config: PublicConfig, path: string, init: RequestInit = {}) =>
  fetchOutside(config.publicUrl + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MS),
    ...init,
  }).catch((error: unknown) => {
    throw new ProbeError(
      `${config.publicUrl} can’t be reached from here: ${messageOf(error)}.`,
      'Check the name in DNS, the proxy and its certificate. Behind a router, this machine may not reach its own public address.',
    )
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
  const days = Math.floor((until.getTime() - Date.now()) / DAY_MS)
  const remedy = 'Renew it, and find out why the proxy or certbot didn’t renew it automatically.'
  if (days < 0) throw new ProbeError(`The certificate expired on ${dayOf(until)}.`, remedy)
  if (refused)
    throw new ProbeError(
      `The certificate of ${hostname} isn’t trusted (${refused}).`,
      'Use one for this name, with its chain (fullchain.pem). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
    )
  if (days < MIN_DAYS_LEFT) throw new ProbeError(`The certificate expires in ${days} days.`, remedy)
  return `trusted, and expires in ${days} days`
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

async function requireOwnHealth(config: PublicConfig): Promise<string> {
  const response = await request(config, '/api/health')
  if (response.status >= 300 && response.status < 400)
    throw new ProbeError(
      `${config.publicUrl} redirects to ${response.headers.get('Location') ?? 'nowhere'}.`,
      'Set PUBLIC_URL to the URL that doesn’t redirect: Instagram and Google follow no redirects.',
    )
  const read = v.safeParse(Health, await response.json().catch(() => undefined))
  if (!read.success)
    throw new ProbeError(
      `${config.publicUrl} returns ${response.status}, but not from Currawong.`,
      'Check that the proxy forwards /api/ to HOST and PORT of this api.',
    )
  if (read.output.instance !== instanceOf(config))
    throw new ProbeError(
      `${config.publicUrl} is served by another installation of Currawong.`,
      'Check PUBLIC_URL, and that all processes have the same APP_SECRET.',
    )
  return `${config.publicUrl} is served by this installation (version ${read.output.version ?? 'unknown'}, ${read.output.status})`
}

/** The api rejects the unauthenticated request with its own code. A proxy that rejects the body doesn't. */
async function sendLargeBody(config: PublicConfig): Promise<string> {
  const form = new FormData()
  form.append('media', new File([new Uint8Array(BODY_BYTES)], 'probe.mp4', { type: 'video/mp4' }))
  const response = await request(config, '/api/media', { method: 'POST', body: form })
  const text = await response.text()
  if (response.status === 401 && text.includes('unauthenticated')) return 'a body of 5 MB gets through'
  throw new ProbeError(
    `A proxy rejects a body of 5 MB with status ${response.status}, so pictures and videos can’t be uploaded.`,
    'Raise the proxy’s body limit to 4 GB on every path: docs/operating.md, Behind a proxy.',
  )
}

async function receiveEvents(config: PublicConfig): Promise<string> {
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
  throw new ProbeError(
    'A proxy buffers events, so the dashboard would show changes minutes late.',
    'Switch off the proxy’s buffering for /api/events: docs/operating.md, Behind a proxy.',
  )
}
