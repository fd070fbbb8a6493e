import { isWhole } from '#api/test/in-verify.ts'

const { FAULTS_SCENARIO = '', FAULTS_SEED = '', FAULTS_SHARE = '1/1' } = process.env

export { isWhole }

/** True if slow scenarios are included: in the whole suite, and if a scenario is selected by name. */
export const takesTime = isWhole || FAULTS_SCENARIO !== ''

/** Determines random delays and moments. The same in each `verify`. */
export const seed = Number(FAULTS_SEED || 1)

/** Long enough for a busy machine, because scenarios await events. Only hung ones are ended. */
export const SCENARIO_TIMEOUT_MS = 10 * 60_000

/** Number of this run, and of all parallel runs that share the scenarios. */
const [share = 1, shares = 1] = FAULTS_SHARE.split('/').map(number => Number(number) || 1)

/** Returns the command that repeats a failed scenario. */
export const replay = (name: string) => `bun run test:faults --scenario '${name}' --seed ${seed}`

/**
 * Returns the scenarios selected by name, all of them (or this run's share), or those that `verify` runs.
 * @throws {Error} if `inVerify` names a scenario that doesn't exist
 */
export function select<Item extends { name: string }>(
  items: readonly Item[],
  inVerify: readonly string[],
): Item[] {
  const chosen = inVerify.map(chosenName => {
    const item = items.find(({ name }) => name === chosenName)
    if (!item) throw new Error(`There is no scenario ${chosenName}.`)
    return item
  })
  if (FAULTS_SCENARIO !== '') return items.filter(({ name }) => name.includes(FAULTS_SCENARIO))
  return isWhole ? items.filter((_, index) => index % shares === share - 1) : chosen
}
