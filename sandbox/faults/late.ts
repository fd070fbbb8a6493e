import type { World } from '../world/world.ts'

/** Executes late calls whose time has come, as if each had been executed right then. */
export async function executeLateCalls(world: World): Promise<void> {
  const due = world.lateCalls.filter(({ at }) => at <= world.now())
  world.lateCalls = world.lateCalls.filter(call => !due.includes(call))
  for (const { at, perform } of due) {
    const { now } = world
    world.now = () => at
    await perform().finally(() => (world.now = now))
  }
}
