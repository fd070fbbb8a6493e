import * as v from 'valibot'

import { WebsiteUrl } from './businesses/website-url.ts'
import { required } from './text/text.ts'

export const AUDIT_STATES = ['queued', 'running', 'ready', 'failed'] as const

/** Sources of measurements: a browser on this server, or Google. */
export const SCORE_SOURCES = ['lighthouse', 'pagespeed'] as const
export type ScoreSource = (typeof SCORE_SOURCES)[number]

/** Lighthouse's names, in the order of the table's columns. */
export const SCORE_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type ScoreCategory = (typeof SCORE_CATEGORIES)[number]

/** Scores from 0 to 100. */
export type Scores = Record<ScoreCategory, number>

export type Measurement = { measuredAt: string; source: ScoreSource; scores: Scores }

/** Number of newest measurements per business in the list of all businesses. */
export const RECENT_MEASUREMENTS = 14
/** Maximum number of measurements in the history of a business. */
export const MAX_MEASUREMENTS = 400

export const RefreshPerformance = v.object({
  domainId: required('Please choose a business.', 64),
  websiteURL: WebsiteUrl,
})
export type RefreshPerformance = v.InferOutput<typeof RefreshPerformance>

/** Scores of the product's own site, for administrators. */
export type SiteScores = {
  url: string
  status: 'none' | (typeof AUDIT_STATES)[number]
  message?: string
  history: Measurement[]
}

export const SITE_SCORES_FAILED = 'Failed to load PageSpeed insights'
