import { expect } from 'bun:test'

/** Makes `toMatchObject` compare dates, wherever they are in the object: Bun's considers any two dates equal. */
export function compareDates() {
  expect.extend({
    toBeDate: (received, date: Date) => ({
      pass: received instanceof Date && +received === +date,
      message: () => `expected ${String(received)} to be ${date.toISOString()}`,
    }),
  })
  const toBeDate = Reflect.get(expect, 'toBeDate') as (date: Date) => unknown
  const matchers = Object.getPrototypeOf(expect(undefined)) as { toMatchObject: Matcher }
  const { toMatchObject } = matchers
  matchers.toMatchObject = function (expected, ...more) {
    return toMatchObject.call(this, withDates(expected), ...more)
  }

  function withDates(value: unknown): unknown {
    if (value instanceof Date) return toBeDate(value)
    if (Array.isArray(value)) return value.map(withDates)
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDates(item)]))
  }
}

type Matcher = (this: unknown, expected: unknown, ...more: unknown[]) => unknown
