import type { AccountInsights } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { formatDay, formatNumber } from '#site/lib/format.ts'
import { DayPlot } from '#site/ui/charts/DayPlot.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Table } from '#site/ui/Table.tsx'
import { compareEngagement, describeBars, describeLine } from './labels.ts'

/** Charts of one account's followers and engagement. */
export function AccountSection({ account }: { account: AccountInsights }) {
  const { network, name, series, previous } = account
  const id = `account-${account._id}`
  const points = (of: 'followers' | 'engagement') =>
    series.map((day, index) => ({
      label: formatDay(day.day),
      value: day[of],
      ...(previous && { before: previous[index]?.[of] ?? null }),
    }))
  const compared = compareEngagement(account.engagement)
  const [followers, engagement] = [points('followers'), points('engagement')]
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <h3 id={id} className="flex items-center gap-2.5 text-lg wrap-anywhere">
        <NetworkMark network={network} className="size-6 shrink-0" />
        {name || networks[network].name}
      </h3>
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
            {compared && <span className="font-normal text-soft"> · {compared.text}</span>}
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
    </section>
  )
}

const COLUMNS = [
  { label: 'Day' },
  { label: 'Followers', numeric: true },
  { label: 'Engagement', numeric: true },
]

const shown = (value: number | null) => (value === null ? '–' : formatNumber(value))

/** The charts' numbers as text, newest first. */
const DayTable = ({ name, series }: Pick<AccountInsights, 'name' | 'series'>) => (
  <details className="group">
    <summary className="w-fit cursor-pointer text-sm font-semibold underline-offset-4 hover:underline">
      Show the numbers<span className="sr-only"> of {name}</span>
    </summary>
    <div className="mt-3 max-h-80 overflow-y-auto">
      <Table caption={`${name}, day by day`} columns={COLUMNS}>
        {series.toReversed().map(({ day, followers, engagement }) => (
          <tr key={day} className="border-base-300">
            <th scope="row" className="font-normal whitespace-nowrap">
              {formatDay(day)}
            </th>
            <td translate="no" className="text-end tabular-nums">
              {shown(followers)}
            </td>
            <td translate="no" className="text-end tabular-nums">
              {shown(engagement)}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  </details>
)
