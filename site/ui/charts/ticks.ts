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
