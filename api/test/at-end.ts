type CleanUp = () => unknown

const cleanUps: CleanUp[] = []

/** Registers a clean-up for the end of the test process, in reverse order of registration. */
export const atEnd = (cleanUp: CleanUp) => void cleanUps.push(cleanUp)

export async function endAll() {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
}
