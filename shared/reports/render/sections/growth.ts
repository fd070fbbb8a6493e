import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import {
  beforeLabel,
  dayLabel,
  momentLabel,
  monthName,
  numberLabel,
  rangeLabel,
  shiftMonth,
  signedLabel,
} from '#shared/reports/render/labels.ts'
import type { ReportAccount, ReportContent } from '#shared/reports/report.ts'
import { SCORE_CATEGORIES, type ScoreCategory } from '#shared/scores.ts'

export const hasFigures = ({ followers, engagement }: ReportAccount) =>
  followers !== null || engagement !== null

/** Renders each account's followers, engagement, and the engagement's trend. */
export function accountsSection(content: ReportContent): Html {
  const known = content.accounts.filter(hasFigures)
  const unknown = content.accounts.filter(account => !hasFigures(account))
  return html`<section class="grew">
    <h2>What grew</h2>
    ${
      content.accounts.length === 0
        ? html`<p class="quiet">No account is connected, so there are no figures.</p>`
        : html`${
            known.length > 0 &&
            html`<ul>
              ${known.map(account => card(account, content))}
            </ul>`
          }
          ${unknown.map(
            account =>
              html`<p class="quiet">
                <strong>${account.name || networks[account.network].name}</strong>
                (${networks[account.network].name}): ${missing(account)}
              </p>`,
          )}`
    }
  </section>`
}

const card = (account: ReportAccount, content: ReportContent) =>
  html`<li>
    <p class="account">
      ${account.name || networks[account.network].name}<span class="networks"
        >${networks[account.network].name}${account.readAt && `, as of ${momentLabel(account.readAt, content.timeZone)}`}</span
      >
    </p>
    <dl>
      <div>
        <dt>Followers</dt>
        <dd>${followers(account)}</dd>
      </div>
      <div>
        <dt>Engagement</dt>
        <dd>${engagement(account, content)}</dd>
      </div>
    </dl>
    ${seen(account)} ${account.series && account.engagement && trend(account, content)}
  </li>`

function followers({ followers: known }: ReportAccount): Html | string {
  if (!known) return 'not shared'
  const { first, last } = known
  if (first.day === last.day)
    return html`<strong>${numberLabel(last.value)}</strong>
      <span class="small">on ${dayLabel(last.day)}</span>`
  return html`<strong>${numberLabel(last.value)}</strong>
    <span class="small">${signedLabel(last.value - first.value)} since ${dayLabel(first.day)}</span>`
}

function engagement({ engagement: known }: ReportAccount, content: ReportContent): Html | string {
  if (!known) return 'not shared'
  const { value, days, before } = known
  return html`<strong>${numberLabel(value)}</strong>
    <span class="small"
      >${before === null ? `over ${plural(days, 'day')}` : `${numberLabel(before)} in ${beforeLabel(content)}`}</span
    >`
}

/** Returns 'Reach 9,204 (7,310 before) · Views 14,011 (11,290 before)'. */
function seen({ reach, views }: ReportAccount): Html | false {
  const known = [
    { label: 'Reach', sum: reach },
    { label: 'Views', sum: views },
  ].flatMap(({ label, sum }) => (sum ? { label, ...sum } : []))
  return (
    known.length > 0 &&
    html`<p class="seen">
      ${known.map(
        ({ label, value, before }) =>
          html`<span
            >${label}
            <strong>${numberLabel(value)}</strong
            >${before !== null && ` (${numberLabel(before)} before)`}</span
          >`,
      )}
    </p>`
  )
}

const WIDTH = 300
const HEIGHT = 70

/** Renders engagement by day as bars, and the previous period as a dashed line. Days without a figure are shaded and counted. */
function trend({ series = [], network, ...account }: ReportAccount, { compared }: ReportContent): Html {
  const previous = (account.previous ?? []).filter(({ day }) => !compared || day <= compared.before.to)
  const most = Math.max(1, ...[...series, ...previous].map(({ engagement }) => engagement ?? 0))
  const step = WIDTH / series.length
  const y = (value: number) => HEIGHT - (value / most) * HEIGHT
  const line = previous.flatMap(({ engagement }, index) =>
    engagement === null ? [] : [`${((index + 0.5) * step).toFixed(1)} ${y(engagement).toFixed(1)}`],
  )
  const unknown = series.filter(({ engagement }) => engagement === null)
  const [first, last] = [series[0]?.day ?? '', series.at(-1)?.day ?? '']
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Engagement on ${networks[network].name} by day, at most ${numberLabel(most)}"
    >
      ${series.map(({ engagement }, index) =>
        engagement === null
          ? html`<rect class="gap" x="${index * step}" width="${step}" height="${HEIGHT}" />`
          : html`<rect
              class="filled"
              x="${(index + 0.12) * step}"
              y="${y(engagement)}"
              width="${step * 0.76}"
              height="${HEIGHT - y(engagement)}"
            />`,
      )}
      ${line.length > 1 && html`<path class="before" d="M${line.join('L')}" vector-effect="non-scaling-stroke" />`}
    </svg>
    <p class="small">
      Bars: engagement by
      day.${line.length > 1 && ` Dashed: ${rangeLabel({ from: previous[0]?.day ?? '', to: previous.at(-1)?.day ?? '' })}.`}${unknown.length > 0 && ` Shaded: no figures for ${daysLabel(unknown.map(({ day }) => day))}.`}
    </p>
    <figcaption>
      <span>${dayLabel(first)}</span><span>at most ${numberLabel(most)} a day</span
      ><span>${dayLabel(last)}</span>
    </figcaption>
  </figure>`
}

/** Returns '3 Oct and 4 Oct', or '5 days' for more than two. */
const daysLabel = (days: readonly string[]) =>
  days.length > 2 ? plural(days.length, 'day') : days.map(dayLabel).join(' and ')

const MISSING = {
  reconnect: 'Missing: we lost access to the account before we could read it.',
  permission: 'Missing: we don’t have permission to read these figures.',
  nothing: 'Missing: the network gives no figures for this account yet.',
} as const

function missing({ network, missing: why }: ReportAccount): string {
  if (why === 'unshared') return `${networks[network].shortName} doesn’t share figures for posts.`
  return why ? MISSING[why] : 'Missing: not read in this month.'
}

const LABELS: Record<ScoreCategory, string> = {
  performance: 'Speed',
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  seo: 'Found by search',
}

export function websiteScoresSection(content: ReportContent): Html {
  const { scores, website, timeZone, month } = content
  if (!website) return html``
  const before = monthName(shiftMonth(month, -1))
  return html`<section class="scores">
    <h2>Your website</h2>
    ${
      scores.latest
        ? html`<dl>
              ${SCORE_CATEGORIES.map(
                category =>
                  html`<div>
                    <dt>${LABELS[category]}</dt>
                    <dd class="value">${scores.latest?.scores[category] ?? '–'}</dd>
                    <dd class="small">
                      ${scores.before ? `${scores.before.scores[category]} in ${before}` : `${before}: not measured`}
                    </dd>
                  </div>`,
              )}
            </dl>
            <p class="as-of">
              Out of 100, as Google’s Lighthouse measured ${website.replace(/^https?:\/\/|\/$/g, '')} on
              ${momentLabel(scores.latest.measuredAt, timeZone)}.
            </p>`
        : html`<p class="quiet">It wasn’t measured in ${monthName(month)}.</p>`
    }
  </section>`
}
