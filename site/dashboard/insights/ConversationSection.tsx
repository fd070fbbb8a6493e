import { type Conversation, ratingLabel, waitLabel } from '#shared/insights.ts'
import { plural } from '#shared/plural.ts'
import { monthLabel } from '#shared/reports/render/labels.ts'
import { AskForReviewsButton } from '#site/dashboard/shared/ask-for-reviews/AskForReviewsButton.tsx'
import { Section } from '#site/ui/Section.tsx'
import { Table } from '#site/ui/Table.tsx'

const COLUMNS = [
  { label: 'Month' },
  { label: 'Average stars', numeric: true },
  { label: 'Reviews', numeric: true },
] as const

export function ConversationSection({ conversation: { answers, ratings } }: { conversation: Conversation }) {
  return (
    <Section title="What people said" beside={<AskForReviewsButton small />}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_2fr]">
        <div className="grid gap-1 rounded-box border border-base-300 bg-raised p-5">
          <h3 className="text-sm font-semibold">Time to answer</h3>
          {answers.medianMs === null ? (
            <p className="text-sm text-soft">No review or comment was answered in this period.</p>
          ) : (
            <>
              <p className="font-display text-2xl font-semibold tracking-tight tabular-nums">
                {waitLabel(answers.medianMs)}
              </p>
              <p className="text-sm text-soft">
                Median of {plural(answers.count, 'answer')}, from when the review or comment was written.
                {answers.beforeMs !== null && ` Before: ${waitLabel(answers.beforeMs)}.`}
              </p>
            </>
          )}
        </div>
        {ratings.length > 0 && (
          <div className="grid grid-cols-1 gap-2">
            <h3 className="text-sm font-semibold">Google reviews by month</h3>
            <Table caption="Average stars and number of Google reviews by month" columns={COLUMNS}>
              {ratings.toReversed().map(({ month, average, reviews }) => (
                <tr key={month} className="border-base-300">
                  <th scope="row" className="font-normal whitespace-nowrap">
                    {monthLabel(month)}
                  </th>
                  <td className="text-end tabular-nums">
                    {average === null ? (
                      '–'
                    ) : (
                      <span className="inline-flex items-center gap-2">
                        <span aria-hidden="true" className="h-2 w-24 rounded-full bg-base-300 max-sm:w-12">
                          <span
                            className="block h-2 rounded-full bg-amber"
                            style={{ width: `${average * 20}%` }}
                          />
                        </span>
                        {ratingLabel(average)}
                      </span>
                    )}
                  </td>
                  <td className="text-end tabular-nums">{reviews}</td>
                </tr>
              ))}
            </Table>
          </div>
        )}
      </div>
    </Section>
  )
}
