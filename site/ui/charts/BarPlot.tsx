import { type LinePlotProps, PlotLabels } from './LinePlot.tsx'

const WIDTH = 300
const HEIGHT = 96
/** Minimum height, so that a day with nothing is still visible. */
const MIN_HEIGHT = 1

/** A bar for each day, the highest marked. Show its numbers as text beside it. */
export function BarPlot({ points, description, format }: LinePlotProps) {
  const values = points.map(({ value }) => value ?? 0)
  const high = Math.max(1, ...values)
  const highest = values.lastIndexOf(high)
  const step = WIDTH / points.length
  return (
    <figure className="grid gap-1.5">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={description}
        className="h-24 w-full"
      >
        {points.map(({ label, value }, index) => {
          const height = value === null ? 0 : Math.max(MIN_HEIGHT, (value / high) * HEIGHT)
          return (
            <rect
              key={label + index}
              x={index * step + step * 0.12}
              y={HEIGHT - height}
              width={step * 0.76}
              height={height}
              className={index === highest ? 'fill-primary stroke-base-content' : 'fill-base-content/70'}
              vectorEffect="non-scaling-stroke"
            />
          )
        })}
      </svg>
      <PlotLabels points={points} range={`peak ${format(Math.max(...values))}`} />
    </figure>
  )
}
