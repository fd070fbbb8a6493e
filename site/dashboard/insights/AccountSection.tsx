import { CircleAlert } from 'lucide-react'

import type { AccountInsights, Figure, FigureName } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { formatAsOf, formatDay, formatNumber, formatSigned } from '#site/lib/format.ts'
import { DayPlot } from '#site/ui/charts/DayPlot.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { DayTable } from './DayTable.tsx'
import { compareEngagement, describeBars, describeLine, describeMissing } from './labels.ts'

const FIGURES: readonly { name: FigureName; label: string }[] = [
  { name: 'followers', label: 'Followers' },
  { name: 'posts', label: 'Posts' },
  { name: 'comments', label: 'Comments' },
  { name: 'engagement', label: 'Engagement, 30 days' },
]

/** One account: four figures, and charts of followers and engagement. */
export function AccountSection({ account }: { account: AccountInsights }) {
  const { network, name, series, previous, missing, readAt } = account
  const id = `account-${account._id}`
  const points = (of: 'followers' | 'engagement') =>
    series.map((day, index) => ({
      label: formatDay(day.day),
      value: day[of],
      ...(previous && { before: previous[index]?.[of] ?? null }),
    }))
  const compared = compareEngagement(account)
  const [followers, engagement] = [points('followers'), points('engagement')]
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <h3 id={id} className="flex items-center gap-2.5 text-lg wrap-anywhere">
        <NetworkMark network={network} className="size-6 shrink-0" />
        {name || networks[network].name}
        {readAt && (
          <span className="ms-auto text-sm font-normal text-soft tabular-nums">{formatAsOf(readAt)}</span>
        )}
      </h3>
      {missing && <MissingNote note={describeMissing(missing, account)} />}
      {readAt === null ? (
        missing !== 'reconnect' && (
          <p role="status" className="text-sm text-soft">
            We’re reading these figures. They appear here by themselves.
          </p>
        )
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
            {FIGURES.map(({ name, label }) => (
              <FigureCell key={name} label={label} figure={account[name]} />
            ))}
          </dl>
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
            <div>
              <h4 className="mb-2 text-sm font-semibold">Followers</h4>
              {followers.filter(({ value }) => value !== null).length > 1 ? (
                <DayPlot
                  kind="line"
                  name={`Followers of ${name}`}
                  points={followers}
                  description={describeLine(followers)}
                />
              ) : (
                <p className="text-sm text-soft">
                  {networks[network].name} gives only today’s number. The chart starts tomorrow.
                </p>
              )}
            </div>
            <div>
              <h4 className="mb-2 text-sm font-semibold">
                Daily engagement
                {compared && <span className="font-normal text-soft"> · {compared}</span>}
              </h4>
              {engagement.some(({ value }) => value) ? (
                <DayPlot
                  kind="bars"
                  name={`Engagement of ${name}`}
                  points={engagement}
                  description={describeBars(engagement)}
                />
              ) : (
                <p className="text-sm text-soft">Nobody has reacted to a post in this period yet.</p>
              )}
            </div>
          </div>
          <DayTable name={name} series={series} />
        </>
      )}
    </section>
  )
}

const FigureCell = ({ label, figure }: { label: string; figure: Figure }) => (
  <div>
    <dt className="text-xs text-soft">{label}</dt>
    <dd className="font-display text-2xl font-semibold tabular-nums">
      {figure.value === null ? <Unknown /> : formatNumber(figure.value)}
    </dd>
    {figure.change !== null && figure.since !== null && (
      <dd className="text-xs text-soft">
        {figure.change === 0 ? 'No change' : formatSigned(figure.change)} since {formatDay(figure.since)}
      </dd>
    )}
  </div>
)

const Unknown = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="sr-only">not known</span>
  </>
)

const MissingNote = ({ note: { text, link } }: { note: ReturnType<typeof describeMissing> }) => (
  <p className="flex items-start gap-2 text-sm">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
    <span>
      {text}{' '}
      {link && (
        <a href="/dashboard/social-hub" className="prose-link">
          {link}
        </a>
      )}
    </span>
  </p>
)
