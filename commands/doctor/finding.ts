/** `ready` works; `missing` is switched off until it is set; `wrong` is set and does not work. */
export type Finding = { state: 'ready' | 'missing' | 'wrong'; name: string; says: string; how?: string }

const MARKS = { ready: 'ok     ', missing: 'missing', wrong: 'WRONG  ' } as const

export function print({ state, name, says, how }: Finding) {
  console.log(`${MARKS[state]}  ${name.padEnd(12)} ${says}`)
  if (how) console.log(`${' '.repeat(22)}${how}`)
}

/** What an attempt showed; a throw is `wrong`, in the thrower's words. */
export async function probe(name: string, attempt: () => Promise<string>, how?: string): Promise<Finding> {
  try {
    return { state: 'ready', name, says: await attempt() }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return { state: 'wrong', name, says, ...(how && { how }) }
  }
}
