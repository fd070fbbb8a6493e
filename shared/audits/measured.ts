import type { Scores } from '#shared/scores.ts'

/** Lighthouse's audits on which `summary.ts` reports. */
export const CHECKS = [
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
  'color-contrast',
  'image-alt',
  'label',
  'button-name',
  'link-name',
  'target-size',
  'document-title',
  'is-on-https',
  'errors-in-console',
  'is-crawlable',
  'meta-description',
] as const
export type CheckId = (typeof CHECKS)[number]

/** `value` is in Lighthouse's unit: milliseconds, bytes or a ratio. */
export type Check = { passes: boolean; value?: number }
/** Results by check. Checks that don't apply to the page are left out. */
export type Checks = Partial<Record<CheckId, Check>>

/** A measurement of a page by Lighthouse or PageSpeed. */
export type Measurement = { scores: Scores; checks: Checks }
