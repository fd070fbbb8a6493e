import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { type AccountPresence, type ComparedDays, formatKeywordCount } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { PRESENCE_FIGURES, PRESENCE_SURFACES } from '#shared/networks/presence.ts'
import { monthName } from '#shared/reports/render/labels.ts'
import { $businessZone, formatAsOfIn } from '#site/dashboard/shared/zone.ts'
import { formatDay, formatNumber } from '#site/lib/format.ts'
import { DayPlot } from '#site/ui/charts/DayPlot.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { DayNumbers } from './DayNumbers.tsx'
import {
  compareEngagement,
  describeBars,
  describeMissingPresence,
  describeUntil,
  PRESENCE_LABELS,
  rangeLabel,
} from './labels.ts'
import { MainFigure } from './Summary.tsx'

export function Presence({ presence, compared }: { presence: AccountPresence; compared: ComparedDays }) {
  const { network, name, readAt, missing, sums, series, previous } = presence
  const zone = useStore($businessZone)
  const id = `presence-${presence._id}`
  const points = series.map(({ day, shown }, index) => ({
    label: formatDay(day),
    value: shown,
    ...(previous && { before: previous[index]?.shown ?? null }),
  }))
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-6 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <div className="grid gap-1">
        <h3 id={id} className="flex items-center gap-2.5 text-lg wrap-anywhere">
          <NetworkMark network={network} className="size-6 shrink-0" />
          {name || networks[network].name}
        </h3>
        <p className="text-sm text-soft">{describeUntil(presence, compared)}</p>
        {missing && <p className="text-sm">{describeMissingPresence(missing, presence)}</p>}
      </div>
      {sums.shown.value !== null && (
        <>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
            {MAIN.map(figure => (
              <MainFigure
                key={figure}
                label={PRESENCE_LABELS[figure]}
                figure={sums[figure]}
                compared={compareEngagement({ ...sums[figure], missing: 0 })}
              />
            ))}
          </dl>
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            <Part title="Where people saw it">
              <Surfaces sums={sums} />
            </Part>
            <Part
              title={`What they searched for${presence.keywords ? ` in ${monthName(presence.keywords.month)}` : ''}`}
            >
              <Keywords presence={presence} />
            </Part>
          </div>
          <Part title="Views by day">
            <DayPlot
              kind="bars"
              name={`Views of ${name}`}
              points={points}
              description={describeBars(points)}
              before={previous && compared ? rangeLabel(compared.before) : null}
              gaps={undefined}
            />
          </Part>
          <DayNumbers
            name={name}
            columns={PRESENCE_FIGURES.map(key => ({ key, label: PRESENCE_LABELS[key] }))}
            days={series}
          />
        </>
      )}
      {readAt && (
        <p className="text-xs text-soft tabular-nums">
          From {networks[network].name}, {formatAsOfIn(zone, readAt)}
        </p>
      )}
    </section>
  )
}

const MAIN = ['shown', 'calls', 'directions', 'websiteClicks'] as const

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 content-start gap-2">
    <h4 className="text-sm font-semibold">{title}</h4>
    {children}
  </div>
)

function Surfaces({ sums }: Pick<AccountPresence, 'sums'>) {
  const most = Math.max(1, ...PRESENCE_SURFACES.map(surface => sums[surface].value ?? 0))
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 text-sm">
        {PRESENCE_SURFACES.map(surface => {
          const { value } = sums[surface]
          return (
            <div key={surface} className="contents">
              <dt>{PRESENCE_LABELS[surface]}</dt>
              <dd aria-hidden="true">
                <progress
                  className="progress block h-2.5 w-full text-success"
                  tabIndex={-1}
                  max={most}
                  value={value ?? 0}
                />
              </dd>
              <dd translate="no" className="text-end tabular-nums">
                {value === null ? '–' : formatNumber(value)}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="text-xs text-soft">Somebody counts once a day in each of them.</p>
    </>
  )
}

const SHOWN_KEYWORDS = 8

function Keywords({ presence: { network, keywords } }: { presence: AccountPresence }) {
  const { shortName } = networks[network]
  if (!keywords)
    return (
      <p className="text-sm text-soft">
        {shortName} counts searches by month, and lists them some days after a month ends.
      </p>
    )
  return (
    <>
      <ol className="grid gap-1.5 text-sm">
        {keywords.list.slice(0, SHOWN_KEYWORDS).map(keyword => (
          <li key={keyword.keyword} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{keyword.keyword}</span>
            <span className={`shrink-0 tabular-nums ${keyword.isBelow ? 'text-soft' : ''}`}>
              {formatKeywordCount(keyword, formatNumber)}
            </span>
          </li>
        ))}
      </ol>
      {keywords.list.some(({ isBelow }) => isBelow) && (
        <p className="text-xs text-soft">{shortName} doesn’t say how many searched for the rarer ones.</p>
      )}
    </>
  )
}
