/** Why a program of ours can't do its work, in words for its operator: what is wrong, and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Ends the process by the words of what stopped it. Anything else thrown is a bug, and shows where. */
export function endInWords(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
