import type { World } from '../world/world.ts'
import type { Fault, FaultProvider } from './fault.ts'

/** Takes the first queued fault for one of these operations and counts it down. */
export function takeFault(
  world: World,
  provider: FaultProvider,
  operations: readonly string[],
): Fault | null {
  const index = world.faults.findIndex(
    fault => fault.provider === provider && operations.includes(fault.operation),
  )
  const fault = world.faults[index]
  if (!fault) return null
  const taken = { ...fault }
  fault.times -= 1
  if (fault.times <= 0) world.faults.splice(index, 1)
  return taken
}

export const isQuotaFull = (world: World): boolean =>
  world.faults.some(({ provider, kind }) => provider === 'instagram' && kind === 'quota')
