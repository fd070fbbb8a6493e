import type { AccountInsights, MissingInsights } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { formatNumber, formatSigned } from '#site/lib/format.ts'
import type { PlotPoint } from '#site/ui/charts/DayPlot.tsx'

/** 'From 250 on 22 October to 290 on 21 November.' */
export function describeLine(points: readonly PlotPoint[]): string {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : { label, value }))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No figures yet.'
  return `From ${formatNumber(first.value)} on ${first.label} to ${formatNumber(last.value)} on ${last.label}.`
}

/** '84 in total, most on 3 November (12).' */
export function describeBars(points: readonly PlotPoint[]): string {
  const known = points.flatMap(({ label, value }) => (value === null ? [] : { label, value }))
  const total = known.reduce((sum, { value }) => sum + value, 0)
  const most = known.toSorted((a, b) => b.value - a.value)[0]
  return most && total > 0
    ? `${formatNumber(total)} in total, most on ${most.label} (${formatNumber(most.value)}).`
    : 'None.'
}

type Series = Pick<AccountInsights, 'series' | 'previous'>

const sumOf = (days: AccountInsights['series']) =>
  days.reduce((sum, { engagement }) => sum + (engagement ?? 0), 0)

/** '+12 % on the 30 days before (430)'; undefined where those aren’t known. */
export function compareEngagement({ series, previous }: Series): string | undefined {
  if (!previous) return undefined
  const [now, before] = [sumOf(series), sumOf(previous)]
  const range = `the ${series.length} days before`
  if (now === before) return `the same as in ${range}`
  if (before === 0) return `none in ${range}`
  return `${formatSigned(Math.round(((now - before) / before) * 100))} % on ${range} (${formatNumber(before)})`
}

/** Explains what is missing for an account, and what to do. */
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
  if (missing === 'permission')
    return {
      text: `We don’t have permission to read insights for ${name || 'this account'}. ${counted}`,
      link: 'Connect it again and allow insights',
    }
  return {
    text: `${networkName} only gives daily figures for Pages with 100 followers or more. ${counted}`,
  }
}
