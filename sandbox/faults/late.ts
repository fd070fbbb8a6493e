import type { World } from '../world/world.ts'

/** Performs due late calls, with the clock set to the time of each. */
export async function executeLateCalls(world: World): Promise<void> {
  const due = world.lateCalls.filter(({ at }) => at <= world.now())
  world.lateCalls = world.lateCalls.filter(call => !due.includes(call))
  for (const { at, perform } of due) {
    const { now } = world
    world.now = () => at
    await perform().finally(() => (world.now = now))
  }
}
