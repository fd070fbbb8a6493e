import type { World } from '../world/world.ts'
import type { Fault } from './fault.ts'

export type SilenceEnd = 'go-on' | 'cut'

/** A call that is kept waiting, until somebody says how it ends. */
export interface Silence {
  provider: Fault['provider']
  operation: string
  kind: Fault['kind']
  end: (how: SilenceEnd) => void
}

export function keepSilent(world: World, { provider, operation, kind }: Fault): Promise<SilenceEnd> {
  const { promise, resolve } = Promise.withResolvers<SilenceEnd>()
  world.silences.push({ provider, operation, kind, end: resolve })
  return promise
}

/** Ends every silence. @returns how many there were */
export function endSilences(world: World, how: SilenceEnd): number {
  const silences = world.silences.splice(0)
  for (const { end } of silences) end(how)
  return silences.length
}
