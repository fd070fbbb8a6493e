import { zoneName } from '#shared/date-formats.ts'
import { DAY_MS } from '#shared/durations.ts'
import { formatList } from '#shared/format-list.ts'
import {
  type AccountInsights,
  type AccountPresence,
  type ComparedDays,
  type DayRange,
  engagementRate,
  type Figure,
  type MissingInsights,
  missingOf,
  type PostFigure,
  type PresenceSum,
  type SeriesDay,
} from '#shared/insights.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { Measure } from '#shared/networks/declaration.ts'
import { plural } from '#shared/plural.ts'
import { type Comparison, directionOf } from '#site/dashboard/shared/figures.tsx'
import { formatDay, formatDayTime, formatNumber, formatPercent, formatSigned } from '#site/lib/format.ts'
import type { PlotPoint } from '#site/ui/charts/DayPlot.tsx'

/** Returns 'From 250 on 22 October to 290 on 21 November.' */
export function describeLine(points: readonly PlotPoint[]): string {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : { label, value }))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No figures yet.'
  return `From ${formatNumber(first.value)} on ${first.label} to ${formatNumber(last.value)} on ${last.label}.`
}

/** Returns '84 in total, most on 3 November (12).' */
export function describeBars(points: readonly PlotPoint[]): string {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : { label, value }))
  const total = known.reduce((sum, { value }) => sum + value, 0)
  const most = known.toSorted((a, b) => b.value - a.value)[0]
  return most && total > 0
    ? `${formatNumber(total)} in total, most on ${most.label} (${formatNumber(most.value)}).`
    : 'None.'
}

/** Returns '1–28 November', '31 October – 28 November', or '1 November' for a single day. */
export const rangeLabel = ({ from, to }: DayRange) =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${from === to ? '' : `${Number(from.slice(-2))}–`}${formatDay(to)}`
    : `${formatDay(from)} – ${formatDay(to)}`

/** Returns the range of the charts in UTC days, as networks count them, and today if it is in the range. */
export function periodOf(series: readonly SeriesDay[], compared: ComparedDays) {
  const [from = '', to = from] = [series[0]?.day, series.at(-1)?.day]
  return { from, to, today: to === compared?.finished.to ? undefined : to }
}

/** Names the period of the sums, says when today's figures follow, and that networks count UTC days if those differ. */
export function describePeriod(
  { from, to, today }: ReturnType<typeof periodOf>,
  compared: ComparedDays,
  { zone, isChosen }: { zone: string; isChosen: boolean },
): string {
  if (!compared) return `${rangeLabel({ from, to })}. It isn’t over, so there is nothing to compare yet.`
  const end = new Date(Date.parse(today ?? to) + DAY_MS)
  const isUtc = formatDayTime(end, zone) === formatDayTime(end, 'UTC')
  return [
    `${rangeLabel(compared.finished)}, compared with ${rangeLabel(compared.before)}.`,
    today && `${formatDay(today)} follows on ${formatDayTime(end, zone)} ${zoneName(end, zone)}.`,
    !isUtc && `Networks count by UTC days${isChosen ? '; top posts count by yours' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns true while no account has anything for its charts. */
export const isFirstDay = (accounts: readonly Pick<AccountInsights, 'series'>[]) =>
  accounts.every(
    ({ series }) =>
      series.filter(({ followers }) => followers !== null).length < 2 &&
      !series.some(({ engagement, reach }) => engagement || reach),
  )

const MAX_NAMED = 2

/** Returns 'No figures for 27–28 November. 29 November isn’t over.' */
export function describeGaps(
  series: readonly SeriesDay[],
  figure: 'followers' | 'engagement' | 'reach',
  today: string | undefined,
): string | undefined {
  const gaps: DayRange[] = []
  for (const [index, { day, [figure]: value }] of series.entries()) {
    if (value !== null || day === today) continue
    const last = gaps.at(-1)
    if (last && series[index - 1]?.day === last.to) last.to = day
    else gaps.push({ from: day, to: day })
  }
  const missing = series.filter(({ day, [figure]: value }) => value === null && day !== today).length
  const texts = [
    missing > 0 &&
      `No figures for ${gaps.length > MAX_NAMED ? `${missing} days` : gaps.map(rangeLabel).join(' and ')}.`,
    today !== undefined &&
      series.some(({ day, [figure]: value }) => value === null && day === today) &&
      `${formatDay(today)} isn’t over.`,
  ].filter(text => text !== false)
  return texts.length > 0 ? texts.join(' ') : undefined
}

/** Returns '+0.4 points from 3.8%', or undefined if the period before is unknown. */
export function compareRate({ value, change, missing }: Figure): Comparison | undefined {
  if (value === null || change === null) return undefined
  // Of the rounded values, as they are shown.
  const points = (Math.round(value * 1000) - Math.round((value - change) * 1000)) / 10
  if (points === 0) return { direction: 'same', text: `no change${missingDays(missing)}` }
  const text = `${formatSigned(points)} points ${FROM}${formatPercent(value - change)}${missingDays(missing)}`
  return { direction: directionOf(points), text }
}

/** Returns '+12% from 430', or undefined if the period before is unknown. */
export function compareEngagement({ value, change, missing }: Figure): Comparison | undefined {
  if (value === null || change === null) return undefined
  const direction = directionOf(change)
  const before = value - change
  if (change === 0) return { direction, text: `no change${missingDays(missing)}` }
  if (before === 0) return { direction, text: `none before${missingDays(missing)}` }
  const percent = formatSigned(Math.round((change / before) * 100))
  return { direction, text: `${percent}% ${FROM}${formatNumber(before)}${missingDays(missing)}` }
}

const FROM = 'from\u00A0'

const missingDays = (missing: number | undefined) => (missing ? `, ${plural(missing, 'day')} missing` : '')

/** Returns '+59', or '+12 since 3 November' if the earlier figure isn't from the day before `first`. */
export function compareCount({ change, since }: Figure, first = ''): Comparison | undefined {
  if (change === null || since === null) return undefined
  const text = change === 0 ? 'no change' : formatSigned(change)
  const isDayBefore = Date.parse(first) - Date.parse(since) === DAY_MS
  return { direction: directionOf(change), text: isDayBefore ? text : `${text} since ${formatDay(since)}` }
}

const sumOf = (figures: readonly Figure[], name: 'value' | 'change') => {
  const numbers = figures.flatMap(figure => figure[name] ?? [])
  return numbers.length === figures.length ? numbers.reduce((sum, number) => sum + number, 0) : null
}

/** Adds figures of several accounts. The sum is unknown if one of them is. */
function addUp(figures: readonly Figure[]): Figure {
  const starts = new Set(figures.map(figure => figure.since))
  const since = starts.size === 1 ? (figures[0]?.since ?? null) : null
  return {
    value: sumOf(figures, 'value'),
    change: since === null ? null : sumOf(figures, 'change'),
    since,
    ...missingOf(figures),
  }
}

/** Says why there is no sum of engagement. */
type NoSum = 'signed_out' | 'counted_differently'
export type Total = Record<'followers' | 'comments' | 'rate' | Measure, Figure> & {
  engagement: Figure | NoSum
}

/** Returns the sums of several accounts. There is no sum of posts, because a post on two networks would count twice. */
export function totalOf(accounts: readonly AccountInsights[]): Total | undefined {
  if (accounts.length < 2 || accounts.some(({ readAt }) => readAt === null)) return undefined
  const sum = (name: 'followers' | 'comments' | 'engagement' | Measure) =>
    addUp(accounts.map(({ [name]: figure }) => figure))
  return {
    followers: sum('followers'),
    comments: sum('comments'),
    engagement: whyNoSum(accounts) ?? sum('engagement'),
    reach: sum('reach'),
    views: sum('views'),
    saves: sum('saves'),
    clicks: sum('clicks'),
    rate: totalRate(accounts, sum('engagement'), sum('reach')),
  }
}

/** Returns the engagement rate of several accounts, unknown if one of theirs is. */
function totalRate(accounts: readonly AccountInsights[], engagement: Figure, reach: Figure): Figure {
  const knows = (name: 'value' | 'change') => accounts.every(({ rate }) => rate[name] !== null)
  const value = knows('value') ? engagementRate(engagement.value, reach.value) : null
  const before = knows('change') ? engagementRate(beforeOf(engagement), beforeOf(reach)) : null
  return value === null || before === null
    ? { value, change: null, since: null }
    : { value, change: value - before, since: reach.since, ...missingOf([engagement, reach]) }
}

const beforeOf = ({ value, change }: Figure) => (value === null || change === null ? null : value - change)

/** Some networks give engagement by day. For others, we count the reactions on an account's posts. */
function whyNoSum(accounts: readonly AccountInsights[]): NoSum | undefined {
  if (accounts.some(({ missing }) => missing === 'reconnect')) return 'signed_out'
  const isByNetwork = accounts.map(({ missing }) => missing === null)
  return new Set(isByNetwork).size > 1 ? 'counted_differently' : undefined
}

/** Figures below the main ones, with definitions. */
export const DETAILS: readonly { name: Measure | 'rate'; label: string; definition: string }[] = [
  {
    name: 'reach',
    label: 'Reach',
    definition:
      'People who saw your posts or page, added up day by day. Someone reached on two days counts twice.',
  },
  {
    name: 'views',
    label: 'Views',
    definition: 'How often your posts were shown or played. The same person can count more than once.',
  },
  {
    name: 'rate',
    label: 'Engagement rate',
    definition: 'Engagement divided by reach, over the days for which the network gives both.',
  },
  { name: 'saves', label: 'Saves', definition: 'How often people saved one of your posts.' },
  {
    name: 'clicks',
    label: 'Clicks',
    definition:
      'On Facebook, clicks on your Page’s button and contact details; on Instagram, taps on the links of your profile.',
  },
]

export const formatFigure = (name: PostFigure, value: number) =>
  name === 'rate' ? formatPercent(value) : formatNumber(value)

export const provides = (network: NetworkId, measure: Measure) => networks[network].measures.includes(measure)

/** Returns the details that these networks provide; none if all are unknown. Totals have only the known ones. */
export function detailsOf(figures: Record<Measure | 'rate', Figure>, ids: readonly NetworkId[]) {
  const given = DETAILS.filter(({ name }) => ids.every(id => provides(id, name === 'rate' ? 'reach' : name)))
  const known = given.filter(({ name }) => figures[name].value !== null)
  return ids.length > 1 || known.length === 0 ? known : given
}

export function describeMissing(
  missing: MissingInsights,
  { network, name, readAt }: Pick<AccountInsights, 'network' | 'name' | 'readAt'>,
): { text: string; link?: string } {
  const { name: networkName } = networks[network]
  if (missing === 'reconnect')
    return {
      text: `We lost access to ${name || 'this account'} on ${networkName}${readAt ? '. These are the last figures we have.' : ' before we could read its figures.'}`,
      link: 'Reconnect it in Social Hub',
    }
  const counted = 'We count engagement from the reactions on your posts.'
  const hidden = formatList(networks[network].measures)
  if (hidden === '') return { text: `${networkName} counts reactions, but not who sees a post. ${counted}` }
  if (missing === 'permission')
    return {
      text: `We don’t have permission to read insights for ${name || 'this account'}. ${counted}`,
      link: `Reconnect to see ${hidden}`,
    }
  return {
    text: `${networkName} only gives daily figures for Pages with 100 followers or more. ${counted} There are no ${hidden} until then.`,
  }
}

export const PRESENCE_LABELS: Record<PresenceSum, string> = {
  shown: 'Views of the profile',
  searchMobile: 'Search, phones',
  searchDesktop: 'Search, computers',
  mapsMobile: 'Maps, phones',
  mapsDesktop: 'Maps, computers',
  calls: 'Calls',
  directions: 'Directions',
  websiteClicks: 'Website visits',
}

/** Says up to which day the network has figures, and that the comparison covers only those days. */
export function describeUntil(
  { network, readAt, missing, knownUntil, sums }: AccountPresence,
  compared: ComparedDays,
): string {
  const { shortName } = networks[network]
  if (readAt === null && !missing) return 'We’re reading these figures. They appear here by themselves.'
  if (knownUntil === null || !compared)
    return missing ? '' : `${shortName} has no figures for these days yet. They come some days later.`
  const known = rangeLabel({ from: compared.finished.from, to: knownUntil })
  if (knownUntil === compared.finished.to) return `${known}.`
  return `${known}. ${shortName} gives the days since then later${sums.shown.change === null ? '' : ', so the comparison leaves them out, too'}.`
}

export function describeMissingPresence(
  missing: MissingInsights,
  { network, name }: Pick<AccountPresence, 'network' | 'name'>,
): string {
  const { shortName } = networks[network]
  if (missing === 'reconnect')
    return `We lost access to ${name}. Reconnect it in Social Hub to get new figures.`
  return missing === 'permission'
    ? `${shortName} doesn’t let us read the figures of ${name}. Its owner can make you a manager of the profile.`
    : `${shortName} gives us no figures of ${name} yet. We keep asking.`
}
