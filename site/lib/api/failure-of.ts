import { messageOf } from './error.ts'

/** Runs a call. @returns why it failed, if it did */
export async function failureOf(fallback: string, run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return messageOf(error, fallback)
  }
}
