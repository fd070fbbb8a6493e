import type { Scores } from '#shared/scores.ts'

/** Lighthouse's audits for which `sentences.ts` has a sentence. */
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

/** `value` is in Lighthouse's unit: milliseconds, bytes or a ratio. Audits that don't apply to a page are missing. */
export type Check = { passes: boolean; value?: number }
export type Checks = Partial<Record<CheckId, Check>>

/** The result of a measurement by Lighthouse or PageSpeed. */
export type Measured = { scores: Scores; checks: Checks }
