import { graphError } from '../graph/graph-error.ts'

const MAX_MESSAGE = 63_206

export function checkMessage(message: string): void {
  if (message.length > MAX_MESSAGE) {
    throw graphError(100, `Param message must be at most ${MAX_MESSAGE} characters long`)
  }
}
