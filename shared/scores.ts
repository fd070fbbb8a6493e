import * as v from 'valibot'

import { WebsiteUrl } from './domains.ts'
import { required } from './text.ts'

export const AUDIT_STATES = ['queued', 'running', 'ready', 'failed'] as const

/** What measured: the browser of this server, or Google's. */
export const SCORE_SOURCES = ['lighthouse', 'pagespeed'] as const
export type ScoreSource = (typeof SCORE_SOURCES)[number]

/** In the order of the table's columns; the names are Lighthouse's own. */
export const SCORE_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type ScoreCategory = (typeof SCORE_CATEGORIES)[number]

/** Each from 0 to 100. */
export type Scores = Record<ScoreCategory, number>

export type Measurement = { measuredAt: string; source: ScoreSource; scores: Scores }

/** How many of the newest measurements the list of all domains tells of each. */
export const RECENT_MEASUREMENTS = 14
/** How many the history of one holds. */
export const MAX_MEASUREMENTS = 400

export const RefreshPerformance = v.object({
  domainId: required('Please choose a domain.', 64),
  websiteURL: WebsiteUrl,
})
export type RefreshPerformance = v.InferOutput<typeof RefreshPerformance>

/** The product's own site, as administrators see it. */
export type SiteScores = {
  url: string
  status: 'none' | (typeof AUDIT_STATES)[number]
  message?: string
  history: Measurement[]
}

/** What is said when the scores of the product's own site can't be had. */
export const SITE_SCORES_FAILED = 'Failed to load PageSpeed insights'
