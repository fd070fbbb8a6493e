const { FAULTS = '', FAULTS_SCENARIO = '', FAULTS_SEED = '', FAULTS_SHARE = '1/1' } = process.env

/** True if `bun run test:faults` runs the whole suite. `verify` runs a sample that depends on the seed. */
export const isWhole = FAULTS === 'all'

/** True if slow scenarios are included: in the whole suite, and if a scenario is selected by name. */
export const takesTime = isWhole || FAULTS_SCENARIO !== ''

export const seed = FAULTS_SEED === '' ? Math.floor(Math.random() * 2 ** 31) : Number(FAULTS_SEED)

/** Long enough for a busy machine, because scenarios await events. Only hung ones are ended. */
export const SCENARIO_TIMEOUT_MS = 10 * 60_000

/** Number of this run, and of all parallel runs that share the scenarios. */
const [share = 1, shares = 1] = FAULTS_SHARE.split('/').map(number => Number(number) || 1)

/** Returns the command that repeats a failed scenario. */
export const replay = (name: string) => `bun run test:faults --scenario '${name}' --seed ${seed}`

/**
 * Returns the scenarios selected by name, all of them (or this run's share), or `size` spread over them.
 * @param draw differs between a sample and one within its items, because two samples by the same draw coincide and never
 * reach some items
 */
export function sample<Item extends object>(items: readonly Item[], size: number, draw = 0): Item[] {
  if (FAULTS_SCENARIO !== '')
    return items.filter(item => 'name' in item && String(item.name).includes(FAULTS_SCENARIO))
  if (isWhole) return items.filter((_, index) => index % shares === share - 1)
  if (items.length <= size) return [...items]
  if (size === 0) return []
  const stride = items.length / size
  const offset = (Math.floor(seed / 1000 ** draw) % 1000) / 1000
  return Array.from({ length: size }, (_, index) => items[Math.floor((index + offset) * stride)]!)
}
