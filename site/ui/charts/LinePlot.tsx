export type PlotPoint = { label: string; value: number | null }

export type LinePlotProps = {
  points: readonly PlotPoint[]
  /** A sentence that says the same as the line. */
  description: string
  format: (value: number) => string
}

const WIDTH = 300
const HEIGHT = 96
const PAD = 6

/** A line over time that bridges days without data. Show its numbers as text beside it. */
export function LinePlot({ points, description, format }: LinePlotProps) {
  const known = points.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]))
  if (known.length === 0) return null
  const values = known.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => (points.length < 2 ? WIDTH / 2 : (index / (points.length - 1)) * WIDTH)
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD)
  const path = known.map(({ index, value }) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  const last = known.at(-1)!
  return (
    <figure className="grid gap-1.5">
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={description}
          className="h-24 w-full overflow-visible"
        >
          <path
            d={`M0 ${HEIGHT}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
            className="stroke-base-300"
            fill="none"
          />
          {known.length > 1 && (
            <path
              d={`M${path}`}
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-base-content"
            />
          )}
        </svg>
        <span
          aria-hidden="true"
          className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-base-content bg-primary"
          style={{ left: `${(x(last.index) / WIDTH) * 100}%`, top: `${(y(last.value) / HEIGHT) * 100}%` }}
        />
      </div>
      <PlotLabels points={points} range={high === low ? format(high) : `${format(low)} to ${format(high)}`} />
    </figure>
  )
}

/** First and last day, and the range of values. */
export const PlotLabels = ({ points, range }: { points: readonly PlotPoint[]; range: string }) => (
  <figcaption className="flex justify-between gap-3 text-xs text-soft tabular-nums">
    <span>{points[0]?.label}</span>
    <span>{range}</span>
    <span>{points.at(-1)?.label}</span>
  </figcaption>
)
