/** A measured value; over its limit, the benchmark fails. */
export type Figure = {
  name: string
  value: number
  unit: 'bytes' | 'ratio' | 'ms' | 'count' | 'per second'
  limit?: number
}

const show = (value: number, unit: Figure['unit']) => {
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

export const isOver = ({ value, limit = Infinity }: Figure) => value > limit

export const tell = (figure: Figure) => {
  const { name, value, unit, limit } = figure
  const bound = limit === undefined ? '' : `  of ${show(limit, unit)}${isOver(figure) ? '  OVER' : ''}`
  return `${name.padEnd(52)}${show(value, unit).padStart(12)}${bound}`
}
