import { useStore } from '@nanostores/react'
import { CircleAlert, Layers } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { formatList } from '#shared/format-list.ts'
import type { AccountInsights, ComparedDays, Figure } from '#shared/insights.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { Change, type Comparison, FigureValue, Unknown } from '#site/dashboard/shared/figures.tsx'
import { $businessZone, formatAsOfIn } from '#site/dashboard/shared/zone.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Popover } from '#site/ui/popovers/Popover.tsx'
import { Section } from '#site/ui/Section.tsx'
import {
  compareCount,
  compareEngagement,
  compareRate,
  describeGaps,
  describeMissing,
  describePeriod,
  type DETAILS,
  detailsOf,
  formatFigure,
  periodOf,
  totalOf,
} from './labels.ts'
import { $chosen } from './store.ts'

type SummaryProps = { accounts: readonly AccountInsights[]; compared: ComparedDays }

/** A card for each account, and one for their total if there is one. */
export function Summary({ accounts, compared }: SummaryProps) {
  const zone = useStore($businessZone)
  const isChosen = useStore($chosen).range === 'dates'
  const period = periodOf(accounts[0]?.series ?? [], compared)
  const first = period.from
  const total = totalOf(accounts)
  return (
    <Section title="How you’re doing" note={describePeriod(period, compared, { zone, isChosen })}>
      <ul
        className={`grid grid-cols-1 gap-4 ${accounts.length > 1 ? 'md:grid-cols-2' : ''} ${total ? 'xl:grid-cols-3' : ''}`}
      >
        {total && (
          <li className="grid content-start gap-4 rounded-box border border-base-300 bg-secondary p-5 text-secondary-content md:max-xl:col-span-2">
            <CardTitle mark={<Layers className="size-5 shrink-0" />}>All accounts</CardTitle>
            <MainFigures
              followers={total.followers}
              engagement={typeof total.engagement === 'string' ? undefined : total.engagement}
              first={first}
            />
            <Details figures={total} ids={accounts.map(({ network }) => network)} />
            <p className="text-xs text-soft">
              <Count figure={total.comments} one="comment" first={first} />. Somebody who follows several
              accounts counts more than once.
              {typeof total.engagement === 'string' && ` ${NO_SUM[total.engagement]}`}
            </p>
          </li>
        )}
        {accounts.map(account => (
          <AccountCard key={account._id} account={account} first={first} today={period.today} />
        ))}
      </ul>
    </Section>
  )
}

const NO_SUM = {
  signed_out: 'Engagement has no total until every account is connected again.',
  counted_differently: 'Engagement has no total, because your networks count it in different ways.',
} as const

type AccountCardProps = {
  account: AccountInsights
  /** First day of the range. */
  first: string | undefined
  /** Today, if it is in the range. */
  today: string | undefined
}

function AccountCard({ account, first, today }: AccountCardProps) {
  const { network, name, readAt, missing } = account
  const zone = useStore($businessZone)
  return (
    <li className="grid content-start gap-4 rounded-box border border-base-300 bg-raised p-5">
      <CardTitle mark={<NetworkMark network={network} className="size-5 shrink-0" />}>
        <span className="sr-only">{networks[network].name}: </span>
        {name || networks[network].name}
      </CardTitle>
      {readAt === null ? (
        missing !== 'reconnect' && (
          <p role="status" className="text-sm text-soft">
            We’re reading these figures. They appear here by themselves.
          </p>
        )
      ) : (
        <>
          <MainFigures followers={account.followers} engagement={account.engagement} first={first} />
          <Details figures={account} ids={[network]} />
          <DetailsNote account={account} today={today} />
          <p className="flex flex-wrap justify-between gap-x-4 text-xs text-soft">
            <span>
              <Count figure={account.posts} one="post" first={first} /> ·{' '}
              <Count figure={account.comments} one="comment" first={first} />
            </span>
            <span className="tabular-nums">
              From {networks[network].name}, {formatAsOfIn(zone, readAt)}
            </span>
          </p>
        </>
      )}
      {missing && <MissingNote note={describeMissing(missing, account)} />}
    </li>
  )
}

const CardTitle = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <p className="flex items-start gap-2.5 text-sm">
    {mark}
    <span className="min-w-0 font-semibold wrap-anywhere">{children}</span>
  </p>
)

type MainFiguresProps = { followers: Figure; engagement: Figure | undefined; first: string | undefined }

const MainFigures = ({ followers, engagement, first }: MainFiguresProps) => (
  <dl className="grid grid-cols-[2fr_3fr] gap-x-5">
    <MainFigure label="Followers" figure={followers} compared={compareCount(followers, first)} />
    {engagement && (
      <MainFigure label="Engagement" figure={engagement} compared={compareEngagement(engagement)} />
    )}
  </dl>
)

function Details({ figures, ids }: { figures: Parameters<typeof detailsOf>[0]; ids: readonly NetworkId[] }) {
  const details = detailsOf(figures, ids)
  if (details.length === 0) return null
  return (
    <div className="@container">
      <dl className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-xs @max-[22rem]:gap-x-2 @max-[22rem]:grid-cols-[minmax(min-content,1fr)_auto_minmax(0,auto)] @max-[16rem]:grid-cols-[minmax(0,1fr)_auto]">
        {details.map(detail => (
          <Detail key={detail.name} {...detail} figure={figures[detail.name]} />
        ))}
      </dl>
    </div>
  )
}

function Detail({ name, label, definition, figure }: (typeof DETAILS)[number] & { figure: Figure }) {
  const { value } = figure
  const compared = name === 'rate' ? compareRate(figure) : compareEngagement(figure)
  const id = useId()
  return (
    <div className="contents">
      <dt>
        <Popover
          label={label}
          trigger={label}
          tip={definition}
          className="max-w-72 text-sm"
          button={{
            'aria-describedby': id,
            className:
              'cursor-help text-start text-soft underline decoration-dotted underline-offset-4 pointer-coarse:min-h-11',
          }}
        >
          {() => definition}
        </Popover>
        <span id={id} hidden>
          {definition}
        </span>
      </dt>
      <dd translate="no" className="text-end text-sm font-semibold tabular-nums">
        {value === null ? <Unknown /> : formatFigure(name, value)}
      </dd>
      <dd className="@max-[16rem]:col-span-2 @max-[16rem]:text-end">
        {compared ? <Change {...compared} /> : value !== null && NOT_COMPARED}
      </dd>
    </div>
  )
}

/** Names the days without data. If all are missing, `MissingNote` has the network's reason. */
function DetailsNote({ account, today }: Pick<AccountCardProps, 'account' | 'today'>) {
  const { network, reach, missing, series } = account
  const { measures, name } = networks[network]
  if (missing !== null || measures.length === 0) return null
  const past = series.filter(({ day }) => day !== today)
  const text =
    reach.value === null
      ? `${name} hasn’t given ${formatList(measures)} for enough of these days yet.`
      : describeGaps(past, 'reach', today)
  return text === undefined ? null : <p className="text-xs text-soft">{text}</p>
}

const NOT_COMPARED = <span className="text-soft">no comparison</span>

type MainFigureProps = {
  label: string
  figure: Pick<Figure, 'value'>
  compared: Comparison | undefined
}

export const MainFigure = ({ label, figure, compared }: MainFigureProps) => (
  <div>
    <dt className="text-xs text-soft">{label}</dt>
    <dd className="font-display text-2xl font-semibold tracking-tight tabular-nums">
      <FigureValue value={figure.value} />
    </dd>
    <dd className="mt-0.5 text-xs">
      {compared ? <Change {...compared} /> : figure.value !== null && NOT_COMPARED}
    </dd>
  </div>
)

/** Shows '12 posts in all (+11)'. */
function Count({ figure, one, first }: { figure: Figure; one: string; first: string | undefined }) {
  const { value } = figure
  const compared = compareCount(figure, first)
  return (
    <span className="tabular-nums">
      <span className="font-semibold">
        <FigureValue value={value} />
      </span>{' '}
      {value === 1 ? one : `${one}s`} in all
      {compared && ` (${compared.text})`}
    </span>
  )
}

const MissingNote = ({ note: { text, link } }: { note: ReturnType<typeof describeMissing> }) => (
  <p className="flex items-start gap-2 text-xs">
    <CircleAlert className="mt-0.5 size-4 shrink-0 text-amber" />
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
