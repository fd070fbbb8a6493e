import { expect, test } from 'bun:test'

const row = { id: 1, at: new Date(1), more: [{ at: new Date(2) }] }

test('toMatchObject compares dates', () => {
  expect(row).toMatchObject({ at: new Date(1), more: [{ at: new Date(2) }] })
  expect(row).not.toMatchObject({ at: new Date(2) })
  expect(row).not.toMatchObject({ more: [{ at: new Date(1) }] })
  expect({ at: null }).not.toMatchObject({ at: new Date(1) })
})
