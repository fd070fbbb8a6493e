import { hasConversation, ratingLabel, type RatingMonth, waitLabel } from '#shared/insights.ts'
import { plural } from '#shared/plural.ts'
import { html, type Html } from '#shared/reports/render/html.ts'
import { beforeLabel, monthName, shortMonth } from '#shared/reports/render/labels.ts'
import type { ReportContent } from '#shared/reports/report.ts'

/** Months of ratings that fit on a line of the sheet. */
const SHOWN_MONTHS = 6

/** Renders ratings of the business and the time it took to answer. Returns false if there is neither. */
export function conversationSection(content: ReportContent): Html | false {
  const { conversation: known, month } = content
  if (!known || !hasConversation(known)) return false
  const { answers, ratings } = known
  const shown = ratings.slice(-SHOWN_MONTHS)
  return html`<section class="said">
    <h2>What people said</h2>
    ${
      answers.medianMs !== null &&
      html`<p>
        ${plural(answers.count, 'review or comment was', 'reviews and comments were')} answered in
        ${monthName(month)}. Half of the answers came within
        <strong>${waitLabel(answers.medianMs)}</strong
        >${answers.beforeMs !== null && ` (${waitLabel(answers.beforeMs)} in ${beforeLabel(content)})`}.
      </p>`
    }
    ${
      shown.length > 0 &&
      html`<p class="seen">
        <span>Stars on Google by month, and the number of reviews:</span>
        ${shown.map(rating)}
      </p>`
    }
  </section>`
}

const rating = ({ month, average, reviews }: RatingMonth) =>
  html`<span
    >${shortMonth(month)} <strong>${average === null ? '–' : ratingLabel(average)}</strong> (${reviews})</span
  >`
