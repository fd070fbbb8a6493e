import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_TURN_MS = 10

/** Maps a list, and yields to other events whenever that has taken ten milliseconds. */
export async function mapYielding<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let turn = performance.now()
  for (const item of items) {
    results.push(map(item))
    if (performance.now() - turn < MAX_TURN_MS) continue
    await nextTurn()
    turn = performance.now()
  }
  return results
}
