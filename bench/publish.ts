import { installPackages } from '../commands/setup/install.ts'
import type { Figure } from './figure.ts'
import { drain, spread } from './publish/drain.ts'
import { tick } from './publish/tick.ts'
import { writes } from './publish/writes.ts'

/** Installs the contenders, which only this part needs, before it imports them. */
async function queues(): Promise<Figure[]> {
  await installPackages(import.meta.dirname)
  return (await import('./publish/queues.ts')).queues()
}

const PARTS: Record<string, () => Promise<Figure[]>> = { writes, tick, queues, drain, spread }

/** Measures publishing under load: all parts, or the named ones. */
export async function publish(names: string[]): Promise<Figure[]> {
  const unknown = names.filter(name => !PARTS[name])
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  const figures: Figure[] = []
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) figures.push(...(await PARTS[name]!()))
  return figures
}
