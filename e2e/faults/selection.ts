const { FAULTS = '', FAULTS_SCENARIO = '', FAULTS_SEED = '', FAULTS_SHARE = '1/1' } = process.env

/** What `bun run test:faults` was asked for; by itself, as in `verify`, a sample that changes with the seed. */
export const isWhole = FAULTS === 'all'

/** True where nothing is left out for being slow: in the whole suite, and when a scenario is asked for by its name. */
export const takesTime = isWhole || FAULTS_SCENARIO !== ''

export const seed = FAULTS_SEED === '' ? Math.floor(Math.random() * 2 ** 31) : Number(FAULTS_SEED)

/** Only to end a scenario that hangs: what it waits for are events, however busy the machine is. */
export const SCENARIO_TIMEOUT_MS = 10 * 60_000

/** Which of how many runs side by side this is. */
const [share = 1, shares = 1] = FAULTS_SHARE.split('/').map(number => Number(number) || 1)

/** How a failed scenario is played again. */
export const replay = (name: string) => `bun run test:faults --scenario '${name}' --seed ${seed}`

/** The scenario that was asked for, all of them, or `few` spread over them. */
export function choose<Item extends object>(items: readonly Item[], few: number): Item[] {
  if (FAULTS_SCENARIO !== '')
    return items.filter(item => 'name' in item && String(item.name).includes(FAULTS_SCENARIO))
  if (isWhole) return items.filter((_, index) => index % shares === share - 1)
  if (items.length <= few) return [...items]
  if (few === 0) return []
  const stride = items.length / few
  const offset = (seed % 1000) / 1000
  return Array.from({ length: few }, (_, index) => items[Math.floor((index + offset) * stride)]!)
}
