const HOUR_SECONDS = 3600

/**
 * Returns times one gap apart, in Unix seconds. Gaps of whole days keep the time of day on the device's clock when daylight
 * saving begins or ends.
 */
export const spread = (start: Date, gapHours: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => {
    const days = gapHours % 24 === 0 ? (at * gapHours) / 24 : 0
    const time = new Date(start)
    time.setDate(time.getDate() + days)
    return Math.floor(+time / 1000) + (at * gapHours - days * 24) * HOUR_SECONDS
  })
