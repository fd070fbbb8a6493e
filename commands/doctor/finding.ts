/** `ready`: works. `missing`: isn't configured. `wrong`: is configured and doesn't work. */
export type Finding = { state: 'ready' | 'missing' | 'wrong'; name: string; message: string; remedy?: string }

const MARKS = { ready: 'ok     ', missing: 'missing', wrong: 'WRONG  ' } as const

export function print({ state, name, message, remedy }: Finding) {
  console.log(`${MARKS[state]}  ${name.padEnd(12)} ${message}`)
  if (remedy) console.log(`${' '.repeat(22)}${remedy}`)
}

export const ready = (name: string, message: string): Finding => ({ state: 'ready', name, message })

/** Reports a setting as missing, or as wrong if only a part of it is set. */
export const absent = (name: string, isWrong: unknown, message: string, remedy?: string): Finding => ({
  state: isWrong ? 'wrong' : 'missing',
  name,
  message,
  ...(remedy && { remedy }),
})

export const wrong = (name: string, message: string, remedy?: string): Finding =>
  absent(name, true, message, remedy)

/** A failed check whose remedy differs from the default one of `probe`. */
export class ProbeError extends Error {
  readonly remedy: string
  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/** Runs a check. An error becomes a `wrong` finding with its message. */
export async function probe(name: string, attempt: () => Promise<string>, remedy?: string): Promise<Finding> {
  try {
    return ready(name, await attempt())
  } catch (error) {
    return wrong(name, messageOf(error), error instanceof ProbeError ? error.remedy : remedy)
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
