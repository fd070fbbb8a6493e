/** A measured value. The benchmark fails if it is over `limit` or under `min`. */
export type Figure = {
  name: string
  value: number
  unit: 'bytes' | 'ratio' | 'ms' | 'count' | 'per second'
  limit?: number
  min?: number
}

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

export const isOff = ({ value, limit = Infinity, min = -Infinity }: Figure) => value > limit || value < min

export const formatFigure = (figure: Figure) => {
  const { name, value, unit, limit, min } = figure
  const bounds = [
    ...(limit === undefined ? [] : [`of ${format(limit, unit)}${value > limit ? '  OVER' : ''}`]),
    ...(min === undefined ? [] : [`at least ${format(min, unit)}${value < min ? '  UNDER' : ''}`]),
  ]
  return [name.padEnd(52) + format(value, unit).padStart(12), ...bounds].join('  ')
}
