import type { Figure } from './figure.ts'
import { drain, spread, audits } from './publish/drain.ts'
import { queues } from './publish/queues.ts'
import { tick } from './publish/tick.ts'
import { writes } from './publish/writes.ts'

const PARTS: Record<string, () => Promise<Figure[]>> = { writes, tick, queues, drain, spread, audits }

/** Measures publishing under load: all parts, or the named ones. */
export async function publish(names: string[]): Promise<Figure[]> {
  const unknown = names.filter(name => !PARTS[name])
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  const figures: Figure[] = []
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) figures.push(...(await PARTS[name]!()))
  return figures
}
