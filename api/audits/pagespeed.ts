import * as v from 'valibot'

import { fetchOutside } from '#api/runtime/fetch.ts'
import { SCORE_CATEGORIES } from '#shared/scores.ts'
import { AuditError, type Auditor, checkAddress } from './audit.ts'
import { LighthouseResult, readMeasurement, siteFailure } from './lighthouse/result.ts'

/** Maximum wait. Google usually takes 10 to 60 seconds. */
const TIMEOUT_MS = 120_000
const MAX_CONCURRENT = 4

const SuccessResponse = v.object({ lighthouseResult: LighthouseResult })
const ErrorResponse = v.object({ error: v.object({ message: v.optional(v.string(), '') }) })

type Options = { key: string; url: string; allowPrivate: boolean; timeoutMs?: number }

/** Measures websites as a phone with Google's PageSpeed Insights. */
export function pageSpeed({ key, url: base, allowPrivate, timeoutMs = TIMEOUT_MS }: Options): Auditor {
  const check = checkAddress(allowPrivate)
  return {
    source: 'pagespeed',
    concurrency: MAX_CONCURRENT,
    check,
    async audit(request) {
      // Only a refused address ends the audit here: Google may reach a site that we can't, and reports the others.
      await check(request).catch((error: unknown) => {
        if (!(error instanceof AuditError) || error.kind === 'refused') throw error
      })
      const query = new URLSearchParams({ url: request.url, strategy: 'mobile', key })
      for (const category of SCORE_CATEGORIES) query.append('category', category)
      const timeout = AbortSignal.timeout(timeoutMs)
      const { status, json } = await requestAudit(
        `${base}/runPagespeed?${query}`,
        request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      )
      const result = v.safeParse(SuccessResponse, json)
      if (status === 200 && result.success)
        return readMeasurement(result.output.lighthouseResult, request.url)
      throw toAuditError(status, json, request.url)
    },
  }
}

async function requestAudit(url: string, signal: AbortSignal) {
  try {
    const response = await fetchOutside(url, { signal, redirect: 'error', keepalive: false })
    return { status: response.status, json: (await response.json().catch(() => undefined)) as unknown }
  } catch (error) {
    // Bun's errors contain the URL, which contains the key.
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    throw new AuditError(
      'transient',
      isTimeout ? 'PageSpeed did not respond in time.' : 'We could not reach PageSpeed.',
    )
  }
}

const QUOTA = 'We’ve used up today’s PageSpeed measurements. We’ll try again tonight.'
const KEY =
  'PageSpeed rejected this server’s API key. Ask the server’s administrator to check PAGESPEED_API_KEY.'

/** Google responds 400 or 500 with Lighthouse's code in the message if Lighthouse found no page. */
function toAuditError(status: number, json: unknown, url: string): AuditError {
  const parsed = v.safeParse(ErrorResponse, json)
  const message = parsed.success ? parsed.output.error.message : ''
  const code = /Lighthouse returned error: ([A-Z_]+)/.exec(message)?.[1]
  if (code) return siteFailure(code, message, url)
  if (status === 429) return new AuditError('service', QUOTA)
  if (status === 403 || /API key/i.test(message)) return new AuditError('service', KEY)
  return new AuditError('transient', `PageSpeed had trouble on its side (${status}).`)
}
