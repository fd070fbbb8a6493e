import { type PointerEvent, useState } from 'react'

import { formatNumber } from '#site/lib/format.ts'

const STEPS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Returns three round values that enclose the data. Steps are whole numbers, since people and posts are counted. */
export function threeTicks(low: number, high: number): [number, number, number] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / 2)))
  for (const scale of [size, size * 10]) {
    for (const step of STEPS.map(factor => Math.max(1, Math.round(factor * scale)))) {
      const start = Math.floor(low / step) * step
      if (start + 2 * step >= high) return [start, start + step, start + 2 * step]
    }
  }
  return [low, (low + high) / 2, high]
}

/** A day's value, and the value of the same day in the period before. */
export type PlotPoint = {
  label: string
  value: number | null
  before?: number | null
  /** Time in milliseconds, by which points with gaps between them are placed. */
  at?: number
}

/** Returns the place of each point on the horizontal axis, from 0 to 1: by its time or, without one, in the middle of its share. */
export function placesOf(points: readonly Pick<PlotPoint, 'at'>[]): number[] {
  const times = points.flatMap(({ at }) => at ?? [])
  const start = Math.min(...times)
  const length = Math.max(...times) - start
  return points.map(({ at }, index) =>
    at !== undefined && length > 0 ? (at - start) / length : (index + 0.5) / points.length,
  )
}

type DayPlotProps = {
  kind: 'line' | 'bars'
  /** Name for screen readers. */
  name: string
  points: readonly PlotPoint[]
  /** A sentence that says the same as the chart. */
  description: string
  /** Three values that enclose the data; round ones by default. */
  ticks?: readonly [number, number, number]
  /** Names the days of the dashed line. */
  before?: string | null
  /** Says which days have no figures. */
  gaps?: string | undefined
}

const WIDTH = 300
const HEIGHT = 120
/** Share of a day's width that its bar fills. */
const BAR_SHARE = 0.76

/** Values by day with three ticks on each axis. Pointer and arrow keys show a day’s value; a dashed line is the period before. */
export function DayPlot({ kind, name, points, description, before, gaps, ...given }: DayPlotProps) {
  const [day, setDay] = useState<number>()
  const values = points.flatMap(({ value, before }) => [value ?? [], before ?? []].flat())
  if (values.length === 0) return null
  const ticks = given.ticks ?? threeTicks(kind === 'bars' ? 0 : Math.min(...values), Math.max(...values))
  const places = placesOf(points)
  const scale: Scale = {
    x: index => (places[index] ?? 0) * WIDTH,
    y: value => HEIGHT - ((value - ticks[0]) / (ticks[2] - ticks[0])) * HEIGHT,
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const distances = places.map(place => Math.abs(place - (event.clientX - left) / width))
    setDay(distances.indexOf(Math.min(...distances)))
  }
  const shown = day === undefined ? undefined : points[day]
  const compares = points.some(({ before }) => typeof before === 'number')
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-xs text-soft tabular-nums">
      <div className="relative h-32" onPointerMove={follow} onPointerLeave={() => setDay(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={description}
          className="size-full overflow-visible"
        >
          {ticks.map(tick => (
            <path
              key={tick}
              d={`M0 ${scale.y(tick)}H${WIDTH}`}
              vectorEffect="non-scaling-stroke"
              className="stroke-base-300"
            />
          ))}
          <Gaps points={points} scale={scale} />
          {compares && <Line points={points.map(({ before }) => before)} scale={scale} dashed />}
          {kind === 'line' ? (
            <Line points={points.map(({ value }) => value)} scale={scale} />
          ) : (
            <Bars points={points} scale={scale} marked={day} />
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={day ?? points.length - 1}
          aria-label={`${name}, day by day`}
          aria-valuetext={describe(points[day ?? points.length - 1])}
          onChange={event => setDay(Number(event.target.value))}
          onFocus={() => setDay(points.length - 1)}
          onBlur={() => setDay(undefined)}
          className="peer absolute inset-0 size-full cursor-crosshair appearance-none opacity-0"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute -inset-1 rounded-selector peer-focus-visible:outline-2 peer-focus-visible:outline-base-content"
        />
        {shown && day !== undefined && (
          <Marker point={shown} left={scale.x(day) / WIDTH} top={yShare(shown, scale)} />
        )}
      </div>
      <div aria-hidden="true" className="relative w-max min-w-6">
        {ticks.map(tick => (
          <span
            key={tick}
            className="absolute start-0 -translate-y-1/2 leading-none"
            style={{ top: `${(scale.y(tick) / HEIGHT) * 100}%` }}
          >
            {formatNumber(tick)}
          </span>
        ))}
        <span className="invisible">{formatNumber(ticks[2])}</span>
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between gap-2">
        {[points[0], points[Math.floor((points.length - 1) / 2)], points.at(-1)].map((point, index) => (
          // The middle one of points with times isn't in the middle.
          <span key={index} className={index === 1 ? (point?.at ? 'hidden' : 'max-[24rem]:hidden') : ''}>
            {point?.label}
          </span>
        ))}
      </div>
      {(compares || gaps) && (
        <figcaption className="col-span-2 mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {compares && (
            <span className="flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 16 2" className="h-0.5 w-4">
                <path d="M0 1H16" strokeWidth="2" strokeDasharray="3 2" className="stroke-soft" />
              </svg>
              {before}
            </span>
          )}
          {gaps && (
            <span className="flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2.5 shrink-0 bg-base-300" />
              {gaps}
            </span>
          )}
        </figcaption>
      )}
    </figure>
  )
}

type Scale = { x: (index: number) => number; y: (value: number) => number }

const yShare = ({ value, before }: PlotPoint, { y }: Scale) => y(value ?? before ?? 0) / HEIGHT

type LineProps = { points: (number | null | undefined)[]; scale: Scale; dashed?: boolean }

/** A line that bridges days without data; a single known day is a dot. */
function Line({ points, scale, dashed }: LineProps) {
  const known = points.flatMap((value, index) =>
    typeof value === 'number' ? [`${scale.x(index).toFixed(1)} ${scale.y(value).toFixed(1)}`] : [],
  )
  if (known.length === 0) return null
  return (
    <path
      d={`M${known.join('L')}${known.length === 1 ? 'h0.01' : ''}`}
      fill="none"
      strokeWidth={known.length === 1 ? 8 : dashed ? 1.5 : 2}
      strokeLinejoin="round"
      strokeLinecap="round"
      strokeDasharray={dashed ? '4 4' : undefined}
      vectorEffect="non-scaling-stroke"
      className={dashed ? 'stroke-soft' : 'stroke-base-content'}
    />
  )
}

/** Marks the days without a figure, which would otherwise look like zeros. */
const Gaps = ({ points, scale }: { points: readonly PlotPoint[]; scale: Scale }) =>
  points.map(({ value }, index) =>
    value === null ? (
      <rect
        key={index}
        x={scale.x(index) - WIDTH / points.length / 2}
        width={WIDTH / points.length}
        height={HEIGHT}
        className="fill-base-300"
      />
    ) : null,
  )

type BarsProps = { points: readonly PlotPoint[]; scale: Scale; marked: number | undefined }

function Bars({ points, scale, marked }: BarsProps) {
  const width = (WIDTH / points.length) * BAR_SHARE
  return points.map(({ value }, index) => {
    const height = value ? Math.max(1, HEIGHT - scale.y(value)) : 0
    return (
      <rect
        key={index}
        x={scale.x(index) - width / 2}
        y={HEIGHT - height}
        width={width}
        height={height}
        vectorEffect="non-scaling-stroke"
        className={index === marked ? 'fill-primary stroke-base-content' : 'fill-base-content/70'}
      />
    )
  })
}

/** The chosen day’s value, beside its place in the chart and never outside it. */
const Marker = ({ point, left, top }: { point: PlotPoint; left: number; top: number }) => (
  <>
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 w-px bg-base-content/40"
      style={{ left: `${left * 100}%` }}
    />
    <span
      aria-hidden="true"
      className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-base-content bg-primary"
      style={{ left: `${left * 100}%`, top: `${top * 100}%` }}
    />
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-0 z-10 grid w-max rounded-field border border-neutral bg-neutral px-2 py-1 text-neutral-content
        ${left > 0.5 ? '-translate-x-[calc(100%+0.5rem)]' : 'translate-x-2'}`}
      style={{ left: `${left * 100}%` }}
    >
      <span>{point.label}</span>
      <span className="text-sm font-semibold">
        {point.value === null ? 'not known' : formatNumber(point.value)}
      </span>
      {typeof point.before === 'number' && <span>{formatNumber(point.before)} before</span>}
    </span>
  </>
)

function describe(point: PlotPoint | undefined): string {
  if (!point) return ''
  const before = typeof point.before === 'number' ? `, ${formatNumber(point.before)} the period before` : ''
  return `${point.label}: ${point.value === null ? 'not known' : formatNumber(point.value)}${before}`
}
