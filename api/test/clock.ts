export const NOON = new Date('2030-01-01T12:00:00Z')

/** A clock that stands still until it is moved. */
export function testClock() {
  let time = NOON.getTime()
  return {
    now: () => new Date(time),
    advance: (ms: number) => void (time += ms),
    set: (date: Date) => void (time = date.getTime()),
  }
}
export type TestClock = ReturnType<typeof testClock>
