import { DomainError, withRetryAdvice } from '#api/errors.ts'
import { NetworkError } from '#api/networks/core/network.ts'

/** Runs a call to a provider for a user, and turns its failures into messages for that user. */
export async function callProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (error.kind === 'permanent' || error.kind === 'reconnect')
      throw new DomainError('invalid', error.message, { cause: error })
    if (error.kind === 'installation') throw new DomainError('upstream', error.message, { cause: error })
    throw new DomainError('upstream', withRetryAdvice(error.message), { cause: error })
  }
}
