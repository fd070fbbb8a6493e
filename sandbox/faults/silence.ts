import type { World } from '../world/world.ts'
import type { Fault, SilenceEnd } from './fault.ts'

/** Leaves a call without a response until `endSilences`. */
export function holdCall(world: World, { provider, operation, kind }: Fault): Promise<SilenceEnd> {
  const { promise, resolve } = Promise.withResolvers<SilenceEnd>()
  world.silences.push({ provider, operation, kind, end: resolve })
  return promise
}

/** Ends every silence. @returns the number ended */
export function endSilences(world: World, how: SilenceEnd): number {
  const silences = world.silences.splice(0)
  for (const { end } of silences) end(how)
  return silences.length
}
