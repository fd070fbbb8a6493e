import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import {
  dayLabel,
  momentLabel,
  monthName,
  numberLabel,
  shiftMonth,
  signedLabel,
} from '#shared/reports/render/labels.ts'
import type { ReportAccount, ReportContent } from '#shared/reports/report.ts'
import { SCORE_CATEGORIES, type ScoreCategory } from '#shared/scores.ts'

/** Followers and engagement of each account. */
export const accountGrowth = (content: ReportContent): Html =>
  html`<section class="grew">
    <h2>What grew</h2>
    ${
      content.accounts.length === 0
        ? html`<p class="quiet">No account is connected, so there are no figures.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" class="number">Followers</th>
                <th scope="col" class="number">Engagement</th>
              </tr>
            </thead>
            <tbody>
              ${content.accounts.map(account => row(account, content))}
            </tbody>
          </table>`
    }
  </section>`

const row = (account: ReportAccount, { timeZone }: ReportContent) =>
  html`<tr>
    <th scope="row">
      ${account.name || networks[account.network].name}<span class="networks"
        >${networks[account.network].name}${account.readAt && `, as of ${momentLabel(account.readAt, timeZone)}`}</span
      >
    </th>
    ${
      account.followers === null && account.engagement === null
        ? html`<td colspan="2" class="quiet">${missing(account)}</td>`
        : html`<td class="number">${followers(account)}</td>
            <td class="number">${engagement(account)}</td>`
    }
  </tr>`

function followers({ followers: known }: ReportAccount): Html | string {
  if (!known) return 'not shared'
  const { first, last } = known
  if (first.day === last.day)
    return html`${numberLabel(last.value)}<span class="small">on ${dayLabel(last.day)}</span>`
  return html`${numberLabel(last.value)}<span class="small"
      >${signedLabel(last.value - first.value)} since ${dayLabel(first.day)}</span
    >`
}

function engagement({ engagement: known }: ReportAccount): Html | string {
  if (!known) return 'not shared'
  const { value, days, before } = known
  return html`${numberLabel(value)}<span class="small"
      >${before === null ? `over ${plural(days, 'day')}` : `${numberLabel(before)} the month before`}</span
    >`
}

const MISSING = {
  reconnect: 'Missing: we lost access to the account before we could read it.',
  permission: 'Missing: we don’t have permission to read these figures.',
  nothing: 'Missing: the network gives no figures for this account yet.',
  unshared: 'Google doesn’t share figures for posts.',
} as const

const missing = ({ missing: why }: ReportAccount) => (why ? MISSING[why] : 'Missing: not read in this month.')

const LABELS: Record<ScoreCategory, string> = {
  performance: 'Speed',
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  seo: 'Found by search',
}

/** The website's four scores, month on month. */
export function websiteScores(content: ReportContent): Html {
  const { scores, website, timeZone, month } = content
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
        : html`<p class="quiet">
            ${website ? `It wasn’t measured in ${monthName(month)}.` : 'No website is entered.'}
          </p>`
    }
  </section>`
}
