/** `ready`: works. `missing`: isn't configured. `wrong`: is configured and doesn't work. */
export type Finding = { state: 'ready' | 'missing' | 'wrong'; name: string; message: string; remedy?: string }

const MARKS = { ready: 'ok     ', missing: 'missing', wrong: 'WRONG  ' } as const

export function print({ state, name, message, remedy }: Finding) {
  console.log(`${MARKS[state]}  ${name.padEnd(12)} ${message}`)
  if (remedy) console.log(`${' '.repeat(22)}${remedy}`)
}

/** Runs a check. An exception becomes a `wrong` finding with its message. */
export async function probe(name: string, attempt: () => Promise<string>, remedy?: string): Promise<Finding> {
  try {
    return { state: 'ready', name, message: await attempt() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { state: 'wrong', name, message, ...(remedy && { remedy }) }
  }
}
