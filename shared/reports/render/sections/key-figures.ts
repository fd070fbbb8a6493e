import { formatList } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import {
  beforeLabel,
  comparison,
  dayLabel,
  dayOf,
  momentLabel,
  monthName,
  numberLabel,
  rangeLabel,
  shiftMonth,
  signedLabel,
} from '#shared/reports/render/labels.ts'
import type { ReportAccount, ReportContent } from '#shared/reports/report.ts'
import { possessive } from '#shared/text/possessive.ts'
import { hasFigures } from './growth.ts'

type KeyFigure = { label: string; value: string; note: string }

const UNKNOWN = '–'

/** Renders the figures under the heading, with their sources. Reach is included if a network provides it. */
export const keyFiguresSection = (content: ReportContent): Html =>
  html`<div>
    <dl class="key-figures">
      ${[posts(content), followers(content), ...reach(content), engagement(content), website(content)].map(
        ({ label, value, note }) =>
          html`<div>
            <dt>${label}</dt>
            <dd class="value">${value}</dd>
            <dd class="note">${note}</dd>
          </div>`,
      )}
    </dl>
    ${sources(content)}
  </div>`

function sources({ accounts, compared, timeZone, month }: ReportContent): Html | false {
  const known = accounts.filter(hasFigures)
  const hasReach = known.some(({ reach }) => reach)
  const readAt = figuresReadAt(accounts)
  const names = formatList(new Set(known.map(({ network }) => networks[network].name)))
  return (
    known.length > 0 &&
    html`<p class="as-of">
      ${hasReach ? 'Figures' : 'Followers and engagement'} are
      ${possessive(names)}${readAt && `, as of ${momentLabel(readAt, timeZone)}`}.${
        compared &&
        ` ${hasReach ? 'Engagement and reach are those' : 'Engagement is that'} of ${rangeLabel(compared.finished)}, compared with ${rangeLabel(compared.before)}.`
      }${
        readAt &&
        dayOf(readAt, timeZone).startsWith(month) &&
        ` They were read before ${monthName(month)} had ended, so its last days are missing.`
      }
    </p>`
  )
}

/** Returns the time at which the figures were read, the earliest of several accounts; undefined without figures. */
export const figuresReadAt = (accounts: readonly ReportAccount[]): string | undefined =>
  accounts
    .filter(hasFigures)
    .flatMap(({ readAt }) => readAt ?? [])
    .toSorted()[0]

const posts = (content: ReportContent): KeyFigure => ({
  label: 'Posts published',
  value: numberLabel(content.posts.total),
  note:
    content.posts.before === null
      ? `No figures for ${beforeLabel(content)} to compare with`
      : comparison(content.posts.total, content.posts.before, beforeLabel(content)),
})

function followers({ accounts, month }: ReportContent): KeyFigure {
  const known = accounts.flatMap(({ followers }) => followers ?? [])
  if (known.length === 0) return { label: 'Followers', value: UNKNOWN, note: 'No network shared this figure' }
  return {
    label: 'Followers',
    value: numberLabel(known.reduce((sum, { last }) => sum + last.value, 0)),
    note: followersNote(known, month),
  }
}

/** Adds the changes of accounts only if they begin on the same day. */
function followersNote(known: NonNullable<ReportAccount['followers']>[], month: string): string {
  if (known.every(({ first, last }) => first.day === last.day)) return 'First read at the end of the month'
  const since = known[0]?.first.day ?? ''
  if (known.some(({ first, last }) => first.day !== since || first.day === last.day))
    return 'Accounts were first read on different days'
  const change = signedLabel(known.reduce((sum, { first, last }) => sum + last.value - first.value, 0))
  return since <= `${month}-01` ? `${change} in ${monthName(month)}` : `${change} since ${dayLabel(since)}`
}

function engagement(content: ReportContent): KeyFigure {
  const known = content.accounts.flatMap(({ engagement }) => engagement ?? [])
  if (known.length === 0)
    return { label: 'Engagement', value: UNKNOWN, note: 'No network shared this figure' }
  const value = known.reduce((sum, { value }) => sum + value, 0)
  const compared = known.every(({ before }) => before !== null)
  const before = known.reduce((sum, { before }) => sum + (before ?? 0), 0)
  return {
    label: 'Engagement',
    value: numberLabel(value),
    note: compared
      ? comparison(value, before, beforeLabel(content))
      : `Too few figures for ${beforeLabel(content)} to compare`,
  }
}

/** Returns the reach. Names the networks that provide it if others with figures don't. */
function reach(content: ReportContent): KeyFigure[] {
  const known = content.accounts.filter(hasFigures)
  const sums = known.flatMap(({ reach }) => reach ?? [])
  if (sums.length === 0) return []
  const value = sums.reduce((sum, { value }) => sum + value, 0)
  const before = sums.reduce((sum, { before }) => sum + (before ?? 0), 0)
  const given = formatList(
    new Set(known.flatMap(({ network, reach }) => (reach ? networks[network].name : []))),
  )
  const notes = [
    sums.length < known.length && `${given} only`,
    sums.every(({ before }) => before !== null) && comparison(value, before, beforeLabel(content)),
  ].filter(note => note !== false)
  return [
    {
      label: 'Daily reach, added up',
      value: numberLabel(value),
      note: notes.join('; ') || 'Nothing to compare with yet',
    },
  ]
}

function website(content: ReportContent): KeyFigure {
  const { latest, before } = content.scores
  const label = 'Website speed score'
  if (!content.website) return { label, value: UNKNOWN, note: 'No website is entered' }
  if (!latest) return { label, value: UNKNOWN, note: 'Not measured this month' }
  return {
    label,
    value: String(latest.scores.performance),
    note: before
      ? comparison(
          latest.scores.performance,
          before.scores.performance,
          monthName(shiftMonth(content.month, -1)),
        )
      : 'Out of 100; measured for the first time',
  }
}
