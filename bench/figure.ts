/** A measured value; over its limit, or under what it should at least be, the benchmark fails. */
export type Figure = {
  name: string
  value: number
  unit: 'bytes' | 'ratio' | 'ms' | 'count' | 'per second'
  limit?: number
  atLeast?: number
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

export const isOff = ({ value, limit = Infinity, atLeast = -Infinity }: Figure) =>
  value > limit || value < atLeast

export const tell = (figure: Figure) => {
  const { name, value, unit, limit, atLeast } = figure
  const bounds = [
    ...(limit === undefined ? [] : [`of ${show(limit, unit)}${value > limit ? '  OVER' : ''}`]),
    ...(atLeast === undefined ? [] : [`at least ${show(atLeast, unit)}${value < atLeast ? '  UNDER' : ''}`]),
  ]
  return [name.padEnd(52) + show(value, unit).padStart(12), ...bounds].join('  ')
}
