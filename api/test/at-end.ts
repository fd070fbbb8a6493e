type Ending = () => unknown

const endings: Ending[] = []

/** Has something ended or removed when the whole test process is through; the last one registered goes first. */
export const atEnd = (ending: Ending) => void endings.push(ending)

export async function endAll() {
  for (const ending of endings.splice(0).toReversed()) await ending()
}
