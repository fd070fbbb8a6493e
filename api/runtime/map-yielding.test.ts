import { expect, test } from 'bun:test'

import { mapYielding } from './map-yielding.ts'

test('lets other events have their turn between slow items, and keeps the order', async () => {
  const events: (string | number)[] = []
  const busy = (item: number) => {
    setImmediate(() => events.push(`other ${item}`))
    for (const begun = performance.now(); performance.now() - begun < 12;);
    events.push(item)
    return item * 2
  }
  expect(await mapYielding([1, 2, 3], busy)).toEqual([2, 4, 6])
  expect(events.slice(0, 4)).toEqual([1, 'other 1', 2, 'other 2'])
})
