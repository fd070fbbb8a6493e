/** A measured value; over its limit, the benchmark fails. */
export type Figure = { name: string; value: number; unit: 'bytes' | 'ratio'; limit?: number }

const show = (value: number, unit: Figure['unit']) =>
  unit === 'bytes' ? `${(value / 1024 ** 2).toFixed(1)} MB` : value.toFixed(3)

export const isOver = ({ value, limit = Infinity }: Figure) => value > limit

export const tell = (figure: Figure) => {
  const { name, value, unit, limit } = figure
  const bound = limit === undefined ? '' : `  of ${show(limit, unit)}${isOver(figure) ? '  OVER' : ''}`
  return `${name.padEnd(40)}${show(value, unit).padStart(12)}${bound}`
}
