import * as v from 'valibot'

import { AuditError } from '#api/audits/audit.ts'
import { type Checks, CHECKS, type Measurement } from '#shared/audits/measured.ts'
import { SCORE_CATEGORIES, type Scores } from '#shared/scores.ts'

const Category = v.object({ score: v.nullable(v.number()) })
const Audit = v.object({ score: v.nullable(v.number()), numericValue: v.optional(v.number()) })

/** Result of Lighthouse or PageSpeed, reduced to the parts that we use. */
export const LighthouseResult = v.object({
  runtimeError: v.optional(v.object({ code: v.string(), message: v.optional(v.string(), '') })),
  categories: v.record(v.string(), Category),
  audits: v.optional(v.record(v.string(), Audit), {}),
})
type LighthouseResult = v.InferOutput<typeof LighthouseResult>

/** Minimum score of an audit that Lighthouse rates as good. */
const PASSES_FROM = 0.9

/**
 * Returns the four scores from 0 to 100, and the results of `CHECKS`.
 * @throws {AuditError} if a score is missing
 */
export const readMeasurement = (result: LighthouseResult, url: string): Measurement => ({
  scores: scoresOf(result, url),
  checks: checksIn(result),
})

const checksIn = ({ audits }: LighthouseResult): Checks =>
  Object.fromEntries(
    CHECKS.flatMap(id => {
      const { score, numericValue } = audits[id] ?? {}
      if (score === null || score === undefined) return []
      const value = numericValue === undefined ? {} : { value: Number(numericValue.toFixed(3)) }
      return [[id, { passes: score >= PASSES_FROM, ...value }]]
    }),
  )

function scoresOf({ runtimeError, categories }: LighthouseResult, url: string): Scores {
  if (runtimeError && runtimeError.code !== 'NO_ERROR')
    throw siteFailure(runtimeError.code, runtimeError.message, url)
  const scored = SCORE_CATEGORIES.map(category => {
    const score = categories[category]?.score
    if (score === null || score === undefined)
      throw new AuditError('site', 'The page loaded, but it could not be scored. Please try again later.')
    return [category, Math.round(score * 100)]
  })
  return Object.fromEntries(scored) as Scores
}

const SLOW = 'HOST took too long to load.'
const UNREACHABLE = 'HOST isn’t responding. Check that the website is up.'
const BLANK = 'The page stayed blank, so there was nothing to measure.'

const FILE = 'This address leads to a file, not a web page.'

/** Messages by Lighthouse's error codes. */
const MESSAGES: Record<string, string> = {
  NO_FCP: BLANK,
  NO_DOCUMENT_REQUEST: UNREACHABLE,
  FAILED_DOCUMENT_REQUEST: UNREACHABLE,
  DNS_FAILURE: 'We can’t find HOST on the public internet. Check that the address is spelt right.',
  NOT_HTML: FILE,
  PAGE_HUNG: 'The page stopped responding while it was measured.',
  PROTOCOL_TIMEOUT: SLOW,
  TARGET_CRASHED: 'The page crashed the browser that measured it.',
  INSECURE_DOCUMENT_REQUEST: 'HOST has no valid certificate, so browsers show a warning.',
  CHROME_INTERSTITIAL_ERROR:
    'Browsers can’t show HOST: nothing answers there, its certificate isn’t valid, or it redirects endlessly.',
}

/** Converts an error of Lighthouse to one for the owner of the website. `details` may contain the website's HTTP status. */
export function siteFailure(code: string, details: string, url: string): AuditError {
  const host = URL.parse(url)?.host ?? url
  const status = /status code:?\s*(\d{3})/i.exec(details)?.[1]
  if (code === 'ERRORED_DOCUMENT_REQUEST')
    return new AuditError(
      'site',
      `${host} responds with an error${status ? ` (${status})` : ''} instead of a page.`,
    )
  // Browsers abort a navigation that turns out to be a download.
  const message = details.includes('net::ERR_ABORTED')
    ? FILE
    : (MESSAGES[code] ?? `The page could not be measured (${code}).`)
  return new AuditError('site', message.replace('HOST', host))
}
