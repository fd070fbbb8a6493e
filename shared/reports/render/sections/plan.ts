import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import { dayLabel, dayOf, monthName, timeLabel } from '#shared/reports/render/labels.ts'
import type { ReportContent, ReportWeek } from '#shared/reports/report.ts'

const BAR_WIDTH = 100
const BAR_HEIGHT = 8

/**
 * Renders next month's posts per week beside the weekly posting times, with a list of the posts to come; or a sentence if there
 * are none.
 */
export function planSection({
  plan: { month, weeks, published = 0, listed },
  timeZone,
  preparedAt,
}: ReportContent): Html {
  const total = weeks.reduce((sum, { posts }) => sum + posts, 0)
  if (total === 0)
    return html`<section class="plan">
      <h2>${monthName(month)}’s plan</h2>
      <p class="quiet">${nothingPlanned(month, dayOf(preparedAt, timeZone))}</p>
    </section>`
  const most = Math.max(1, ...weeks.map(({ posts, slots }) => Math.max(posts, slots ?? 0)))
  return html`<section class="plan">
    <h2>${monthName(month)}’s plan</h2>
    <div class="columns">
      <table>
        <thead>
          <tr>
            <th scope="col">Week</th>
            <th scope="col">Posts planned</th>
          </tr>
        </thead>
        <tbody>
          ${weeks.map(week => weekRow(week, most))}
        </tbody>
      </table>
      ${
        listed.length === 0
          ? html`<p class="quiet">All of ${monthName(month)}’s posts are published.</p>`
          : html`<ul>
              ${listed.map(
                post =>
                  html`<li>
                    <span class="when">${timeLabel(post.publishAt, timeZone)}</span>
                    <span class="excerpt">${post.excerpt || '[No message]'}</span>
                    <span class="networks"
                      >${post.networks.map(network => networks[network].shortName).join(' · ')}</span
                    >
                  </li>`,
              )}
            </ul>`
      }
    </div>
    <p class="as-of">${counts(total, published)} as of ${timeLabel(preparedAt, timeZone)}.</p>
  </section>`
}

/** Last day on which the text says 'yet', which would be misleading near the end of the month. */
const MIDDLE = 15

function nothingPlanned(month: string, today: string): string {
  const name = monthName(month)
  if (today.slice(0, 7) > month) return `Nothing was scheduled for ${name}.`
  const isEnding = today > `${month}-${MIDDLE}`
  return `Nothing is scheduled for ${isEnding ? `the rest of ${name}` : `${name} yet`}.`
}

/** Returns '12 posts: 9 published, 3 to come', or '9 posts planned' while none is published. */
const counts = (total: number, published: number) =>
  published === 0
    ? `${plural(total, 'post')} planned`
    : `${plural(total, 'post')}: ${published} published, ${total - published} to come`

const weekRow = ({ from, to, posts, slots }: ReportWeek, most: number) =>
  html`<tr>
    <th scope="row">${from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`}</th>
    <td>
      <svg
        viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}"
        width="${BAR_WIDTH}"
        height="${BAR_HEIGHT}"
        aria-hidden="true"
      >
        ${slots !== null && html`<rect class="slots" width="${(slots / most) * BAR_WIDTH}" height="${BAR_HEIGHT}" rx="2" />`}
        <rect class="filled" width="${(posts / most) * BAR_WIDTH}" height="${BAR_HEIGHT}" rx="2" />
      </svg>
      ${!slots || posts > slots ? plural(posts, 'post') : `${posts} of ${plural(slots, 'slot')}`}
    </td>
  </tr>`
