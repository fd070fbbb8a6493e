export type SparklineProps = {
  /** In order, each from 0 to `max`. */
  values: readonly number[]
  max: number
}

const WIDTH = 56
const HEIGHT = 18
const PAD = 2

/** A trend at a glance; show its meaning as text beside it. Renders nothing for a single value. */
export function Sparkline({ values, max }: SparklineProps) {
  if (values.length < 2) return null
  const x = (index: number) => PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD)
  const y = (value: number) => HEIGHT - PAD - (value / max) * (HEIGHT - 2 * PAD)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-4.5 w-14 shrink-0">
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-soft"
      />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1)!)} r="2" className="fill-base-content" />
    </svg>
  )
}
