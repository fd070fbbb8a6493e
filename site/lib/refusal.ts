import { type ApiError, toApiError } from './api-error.ts'
import { expireSession } from './session.ts'

/** The error of an answer that is not a success. A token that the api refuses ends the session, whichever call found out. */
export function refusal(body: string): ApiError {
  const error = toApiError(body)
  if (error.code === 'unauthenticated') expireSession()
  return error
}
