/** A measured value. The benchmark fails if it is above `limit` or below `min`. */
export type Figure = {
  name: string
  value: number
  unit: 'bytes' | 'ratio' | 'ms' | 'count' | 'per second'
  limit?: number
  min?: number
}

/** Share of the processor. If the host takes more than this, ratios of times are unreliable. */
const MAX_STOLEN = 0.05

const format = (value: number, unit: Figure['unit']) => {
  switch (unit) {
    case 'bytes':
      return `${(value / 1024 ** 2).toFixed(1)} MB`
    case 'ratio':
      return value.toFixed(3)
    case 'ms':
      return `${value.toFixed(value < 10 ? 3 : 0)} ms`
    case 'count':
      return String(Math.round(value * 100) / 100)
    case 'per second':
      return `${value.toFixed(0)} /s`
  }
}

const exceeds = ({ value, limit = Infinity }: Figure) => value > limit

const isUnmeasured = (figure: Figure, stolen: number) =>
  figure.unit === 'ratio' && exceeds(figure) && stolen > MAX_STOLEN

export const isOutOfBounds = (figure: Figure, stolen: number) =>
  (exceeds(figure) || figure.value < (figure.min ?? -Infinity)) && !isUnmeasured(figure, stolen)

const percent = (share: number) => `${Math.round(share * 100)} %`

/** @param stolen the share of the processor that the host took, from 0 to 1 */
export function formatFigure(figure: Figure, stolen: number) {
  const { name, value, unit, limit, min } = figure
  const problem = isUnmeasured(figure, stolen)
    ? `  not measured: the host took ${percent(stolen)} of the processor`
    : '  OVER'
  const bounds = [
    ...(limit === undefined ? [] : [`of ${format(limit, unit)}${exceeds(figure) ? problem : ''}`]),
    ...(min === undefined ? [] : [`at least ${format(min, unit)}${value < min ? '  UNDER' : ''}`]),
  ]
  return [name.padEnd(52) + format(value, unit).padStart(12), ...bounds].join('  ')
}

export const formatStolen = (stolen: number) =>
  'processor time taken by the host'.padEnd(52) + percent(stolen).padStart(12)
