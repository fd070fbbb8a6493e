import { atom, onMount } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'
import { SCORE_CATEGORIES, type ScoreCategory, type Measurement, SITE_SCORES_FAILED } from '#shared/scores.ts'
import { NOTICE_MS } from '#shared/timings.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { formatExact } from '#site/lib/format.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'

const GOOD = 90
const FAIR = 50

/** Rates 90 or more as good, 50 to 89 as fair, less as poor. */
export const scoreTone = (score: number) => (score >= GOOD ? 'good' : score >= FAIR ? 'fair' : 'poor')

export const SCORE_LABELS: Record<ScoreCategory, string> = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best Practices',
  seo: 'SEO',
}

const slug = (category: string) => category.toLowerCase().replaceAll(/[\s_]+/g, '-')

/** Returns the four scores in column order, or undefined unless all four are numbers. */
export function scoresOf({ performanceData }: Pick<Domain, 'performanceData'>) {
  const scores = SCORE_CATEGORIES.flatMap(category => {
    const entry = performanceData.find(entry => slug(entry.category) === category)
    return entry && Number.isFinite(entry.score) ? { category, score: entry.score } : []
  })
  const complete =
    performanceData.length === SCORE_CATEGORIES.length && scores.length === SCORE_CATEGORIES.length
  return complete ? scores : undefined
}

export const isMeasuring = ({ performanceStatus }: Pick<Domain, 'performanceStatus'>) =>
  performanceStatus === 'queued' || performanceStatus === 'running'

/** The newest measurements of each business, by its id. */
export const $recent = remote(() => dataOf(api.users.scoreHistory.$get()))

whileShown($recent, () => [onLive('domain', () => void $recent.reload()), $streamOpens.listen(catchUp)])

/** Reloads after the stream opens, because events before that are lost. */
function catchUp() {
  const domains = $domains.get()
  if (domains.state !== 'ready' || !domains.data.some(isMeasuring)) return
  void $domains.reload()
  void $recent.reload()
}

/** Creates the store of all measurements of a business, oldest first. */
export const historyOf = ({ _id: id }: Domain) =>
  remote(() => dataOf(api.users.scoreHistory[':id'].$get({ param: { id } })))

/** The charts load when they are opened. */
export const openHistory = (domain: Domain) =>
  openDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog, { domain })

type Trend = { now: number; low: number; high: number; change: number; since: string }

export function trendOf(measurements: readonly Measurement[], category: ScoreCategory): Trend | undefined {
  const first = measurements[0]
  const last = measurements.at(-1)
  if (!first || !last) return undefined
  const values = measurements.map(({ scores }) => scores[category])
  const now = last.scores[category]
  return {
    now,
    low: Math.min(...values),
    high: Math.max(...values),
    change: now - first.scores[category],
    since: first.measuredAt,
  }
}

/** 'up 4 since Saturday 21 November 2026 at 3:15 pm AEDT' */
export function describeTrend({ change, since }: Pick<Trend, 'change' | 'since'>, zone: string): string {
  const how = change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`
  return `${how} since ${formatExact(since, zone)}`
}

export const $refreshing = atom<ReadonlySet<string>>(new Set())

/** Screen-reader announcement of the last result. */
export const $refreshed = atom('')

const NOT_REFRESHED = 'The scores could not be refreshed. Please try again.'

/** Measures a business's website again. The row shows the progress, a toast shows a rejection. */
export async function refreshScores({ _id, websiteURL, businessName }: Domain): Promise<void> {
  if ($refreshing.get().has(_id)) return
  $refreshing.set(new Set($refreshing.get()).add(_id))
  $refreshed.set('')
  try {
    const json = { domainId: _id, websiteURL }
    const { data } = await bodyOf(api.users.refreshPerformance.$post({ json }))
    if (data.performanceStatus === 'ready') $refreshed.set(`Scores for ${businessName} are up to date.`)
    if (data.performanceStatus === 'failed') $refreshed.set(data.performanceMessage ?? NOT_REFRESHED)
  } catch (error) {
    toast('error', messageOf(error, NOT_REFRESHED), { duration: NOTICE_MS })
  } finally {
    await $domains.reload()
    $refreshing.set(new Set([...$refreshing.get()].filter(id => id !== _id)))
  }
}

/** True from the request for new scores until they arrive. */
export const isBusy = (domain: Domain, refreshing: ReadonlySet<string>) =>
  isMeasuring(domain) || refreshing.has(domain._id)

/** Scores of this installation's own site, for administrators. */
export const $siteScores = remote(() => dataOf(api.admin.siteScores.$get()))

onMount($siteScores, () => onLive('siteScores', () => void $siteScores.reload()))

export async function refreshSite(): Promise<void> {
  try {
    const { data } = await bodyOf(api.admin.siteScores.refresh.$post())
    $siteScores.set({ state: 'ready', data })
  } catch (error) {
    toast('error', messageOf(error, SITE_SCORES_FAILED), { duration: NOTICE_MS })
  }
}
