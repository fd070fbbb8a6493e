import { postFigure } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import {
  clockLabel,
  momentLabel,
  monthName,
  numberLabel,
  slotLabel,
  timeLabel,
  weekdayLabel,
} from '#shared/reports/render/labels.ts'
import type { ReportBest, ReportContent, ReportPost } from '#shared/reports/report.ts'

/** Renders the month's posts, newest first. Posts beyond `max` are only counted, unless it is a single one. */
export function publishedPostsSection(content: ReportContent, max: number): Html {
  const { total, elsewhere } = content.posts
  const listed = content.posts.listed.slice(0, total === max + 1 ? total : max)
  const others = total - listed.length
  return html`<section class="went-out rows-${listed.length}">
    <h2>What went out</h2>
    ${
      total === 0
        ? html`<p class="quiet">Nothing was published in ${monthName(content.month)}.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Post</th>
                <th scope="col" class="number">Reactions</th>
              </tr>
            </thead>
            <tbody>
              ${listed.map(post => row(post, content.timeZone))}
            </tbody>
          </table>`
    }
    ${others > 0 && html`<p class="quiet">And ${plural(others, 'more post')}.</p>`}
    ${
      elsewhere > 0 &&
      html`<p class="quiet">
        ${plural(elsewhere, 'more post was', 'more posts were')} made directly on the networks.
      </p>`
    }
    ${
      total > 0 &&
      readAtNote(
        content,
        listed.flatMap(({ placements }) => placements.map(({ readAt }) => readAt)),
      )
    }
  </section>`
}

const row = (post: ReportPost, timeZone: string) =>
  html`<tr>
    <td class="when">
      ${weekdayLabel(post.publishedAt, timeZone)}<span class="small"
        >${clockLabel(post.publishedAt, timeZone)}</span
      >
    </td>
    <td>
      <span class="excerpt">${post.excerpt || '[No message]'}</span
      ><span class="networks">${names(post)}</span>
    </td>
    <td class="number">${reactions(post)}</td>
  </tr>`

const names = ({ placements }: ReportPost) =>
  placements.map(({ network }) => networks[network].name).join(' · ')

function reactions(post: ReportPost): string | Html {
  const total = postFigure(post, 'reactions')
  return total === null ? html`<abbr title="Not shared by the network">–</abbr>` : numberLabel(total)
}

/** Renders the post with the most reactions, with facts about it, and the runners-up if there is room. */
export function bestPostsSection(
  { best, runnersUp = [], timeZone, month }: ReportContent,
  isLong: boolean,
): Html {
  const others = isLong ? runnersUp : []
  return html`<section class="best">
    <h2>${others.length > 0 ? 'Best posts' : 'Best post'}</h2>
    ${
      best
        ? html`<ol>
            ${[best, ...others].map(
              post =>
                html`<li>
                  ${post.picture && html`<img src="${post.picture}" alt="" width="240" height="180" />`}
                  <blockquote>${post.excerpt || '[No message]'}</blockquote>
                  <p class="networks">${timeLabel(post.publishedAt, timeZone)} · ${names(post)}</p>
                  <p>${post === best ? why(best, timeZone, isLong) : `${counted(post)}. ${seen(post)}`}</p>
                </li>`,
            )}
          </ol>`
        : html`<p class="quiet">No network has shared reactions to a post from ${monthName(month)}.</p>`
    }
  </section>`
}

/** Returns '312 reactions: 262 likes, 50 comments'. */
const counted = (post: ReportPost) =>
  `${plural(postFigure(post, 'reactions') ?? 0, 'reaction')}: ${breakdown(post)}`

function why(best: ReportBest, timeZone: string, isLong: boolean): string {
  const total = postFigure(best, 'reactions') ?? 0
  const times = best.average > 0 ? total / best.average : 0
  const facts = [
    `${counted(best)}.`,
    best.comparedWith > 1 && times >= 1.1
      ? `That is ${times.toFixed(1)} times the average of the month’s ${plural(best.comparedWith, 'post')} with figures (${numberLabel(Math.round(best.average))}).`
      : '',
    `It went out on ${slotLabel(best.publishedAt, timeZone)}.`,
    isLong ? seen(best) : '',
  ]
  return facts.filter(Boolean).join(' ')
}

/** Returns 'Seen by 1,204 people, 2,310 times.' */
function seen(post: ReportPost): string {
  const [reach, views] = [postFigure(post, 'reach'), postFigure(post, 'views')]
  if (!reach) return ''
  return `Seen by ${plural(reach, 'person', 'people')}${views ? `, ${plural(views, 'time')}` : ''}.`
}

function breakdown(post: ReportPost): string {
  const shares = postFigure(post, 'shares') ?? 0
  return [
    plural(postFigure(post, 'likes') ?? 0, 'like'),
    plural(postFigure(post, 'comments') ?? 0, 'comment'),
    ...(shares > 0 ? [plural(shares, 'share')] : []),
  ].join(', ')
}

/** Returns 'As of 1 Nov 2026, 8:36 pm', the time of the oldest figure in the section. */
function readAtNote({ timeZone }: ReportContent, times: readonly (string | null)[]): Html {
  const known = times.flatMap(time => time ?? []).toSorted()
  const [oldest] = known
  if (!oldest) return html`<p class="as-of">The networks haven’t shared reactions to these posts.</p>`
  return html`<p class="as-of">
    As of
    ${momentLabel(oldest, timeZone)}.${
      known.length < times.length && ' A dash means that the network doesn’t share the figure.'
    }
  </p>`
}
