import { formatKeywordCount, type PresenceSum } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import type { PresenceFigure } from '#shared/networks/presence.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import { beforeLabel, comparison, monthName, numberLabel, rangeLabel } from '#shared/reports/render/labels.ts'
import type { ReportContent, ReportPresence } from '#shared/reports/report.ts'

/** Renders views of the business on Search and Maps, people's actions there, and their search terms. */
export const presenceSections = (content: ReportContent): Html[] =>
  (content.presence ?? []).map(
    presence =>
      html`<section class="presence">
        <h2>Found on ${networks[presence.network].shortName}</h2>
        <dl class="key-figures">
          ${SUMS.map(({ name, label }) => figure(presence, content, { name, label }))}
        </dl>
        <p class="as-of">${surfaces(presence)} ${lagNote(presence, content)}</p>
        ${searches(presence, content)}
      </section>`,
  )

const SUMS = [
  { name: 'shown', label: 'Views of the profile' },
  { name: 'calls', label: 'Calls' },
  { name: 'directions', label: 'Directions' },
  { name: 'websiteClicks', label: 'Website visits' },
] as const

function figure(
  presence: ReportPresence,
  content: ReportContent,
  { name, label }: { name: PresenceSum; label: string },
): Html {
  const sum = presence.sums[name]
  return html`<div>
    <dt>${label}</dt>
    <dd class="value">${sum ? numberLabel(sum.value) : '–'}</dd>
    <dd class="note">
      ${sum && sum.before !== null ? comparison(sum.value, sum.before, comparedDays(presence, content)) : 'Nothing to compare with yet'}
    </dd>
  </div>`
}

const SURFACES: readonly [PresenceFigure, string][] = [
  ['searchMobile', 'Search on phones'],
  ['searchDesktop', 'Search on computers'],
  ['mapsMobile', 'Maps on phones'],
  ['mapsDesktop', 'Maps on computers'],
]

/** Returns 'Views: Search on phones 812, Search on computers 240, …'. */
function surfaces({ sums }: ReportPresence): string {
  const known = SURFACES.flatMap(([name, label]) =>
    sums[name] ? `${label} ${numberLabel(sums[name].value)}` : [],
  )
  return `Views: ${known.join(', ')}. Somebody counts once a day on each.`
}

/** Returns a note while the network lacks figures of the month's last days. */
const lagNote = ({ network, knownUntil }: ReportPresence, { compared }: ReportContent) =>
  knownUntil !== null && compared && knownUntil < compared.finished.to
    ? `${networks[network].shortName} had counted ${rangeLabel({ from: compared.finished.from, to: knownUntil })} by then.`
    : ''

/** Returns the days of the previous period with which the counted days are compared. */
function comparedDays({ knownUntil }: ReportPresence, content: ReportContent): string {
  const { compared } = content
  if (knownUntil === null || !compared) return beforeLabel(content)
  const shift = Date.parse(compared.finished.from) - Date.parse(compared.before.from)
  const to = new Date(Date.parse(knownUntil) - shift).toISOString().slice(0, 10)
  return rangeLabel({ from: compared.before.from, to })
}

const searches = ({ network, keywords }: ReportPresence, { month }: ReportContent): Html =>
  keywords
    ? html`<p class="searches">
        <strong>Searches that showed it:</strong>
        ${keywords.list.map(
          keyword =>
            html`<span
              >${keyword.keyword} <span class="small">${formatKeywordCount(keyword, numberLabel)}</span></span
            >`,
        )}
      </p>`
    : html`<p class="quiet">
        ${networks[network].shortName} hadn’t counted ${monthName(month)}’s searches yet.
      </p>`
