import * as v from 'valibot'

import { SCORE_CATEGORIES } from '#shared/scores.ts'
import { checkAddress } from './address-guard.ts'
import { AuditError, type Auditor } from './audit.ts'
import { LighthouseResult, scoresOf, siteFailure } from './lighthouse-result.ts'

/** Google takes 10 to 60 seconds. */
const TIMEOUT_MS = 120_000
const AT_ONCE = 4

const Answer = v.object({ lighthouseResult: LighthouseResult })
const Refusal = v.object({ error: v.object({ message: v.optional(v.string(), '') }) })

type Options = { key: string; url: string; allowPrivate: boolean; timeoutMs?: number }

/** Runs audits by Google's PageSpeed Insights, as a phone. */
export function pageSpeed({ key, url: base, allowPrivate, timeoutMs = TIMEOUT_MS }: Options): Auditor {
  const check = checkAddress(allowPrivate)
  return {
    source: 'pagespeed',
    atOnce: AT_ONCE,
    check,
    async audit(request) {
      // Google may resolve names that we can't, and reports it otherwise.
      await check(request).catch((error: unknown) => {
        if (!(error instanceof AuditError) || error.kind === 'refused') throw error
      })
      const query = new URLSearchParams({ url: request.url, strategy: 'mobile', key })
      for (const category of SCORE_CATEGORIES) query.append('category', category)
      const timeout = AbortSignal.timeout(timeoutMs)
      const { status, json } = await ask(
        `${base}/runPagespeed?${query}`,
        request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      )
      const answer = v.safeParse(Answer, json)
      if (status === 200 && answer.success) return scoresOf(answer.output.lighthouseResult, request.url)
      throw failureOf(status, json, request.url)
    },
  }
}

async function ask(address: string, signal: AbortSignal) {
  try {
    const response = await fetch(address, { signal, redirect: 'error', keepalive: false })
    return { status: response.status, json: (await response.json().catch(() => undefined)) as unknown }
  } catch (error) {
    // Bun's errors contain the URL, which contains the key.
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new AuditError(
      'transient',
      late ? 'PageSpeed did not answer in time.' : 'We could not reach PageSpeed.',
    )
  }
}

const QUOTA = 'PageSpeed’s limit of measurements for today is used up. The next try is tonight.'
const KEY = 'PageSpeed doesn’t take this server’s key. Its administrator has to look at PAGESPEED_API_KEY.'

/** Google responds 400 or 500 with Lighthouse's code in the message if Lighthouse found no page. */
function failureOf(status: number, json: unknown, url: string): AuditError {
  const refusal = v.safeParse(Refusal, json)
  const message = refusal.success ? refusal.output.error.message : ''
  const code = /Lighthouse returned error: ([A-Z_]+)/.exec(message)?.[1]
  if (code) return siteFailure(code, message, url)
  if (status === 429) return new AuditError('service', QUOTA)
  if (status === 403 || /API key/i.test(message)) return new AuditError('service', KEY)
  return new AuditError('transient', `PageSpeed had trouble on its side (${status}).`)
}
