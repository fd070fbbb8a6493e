import { type ApiError, toApiError } from '../api-error.ts'
import { expireSession, type Session } from '../session.ts'

/**
 * The error of an answer that is not a success. A token that the api refuses ends the session, whichever call found out.
 * @param asked the session in which it was asked
 */
export function refusal(body: string, status: number, asked: Session): ApiError {
  const error = toApiError(body, status)
  if (error.code === 'unauthenticated') expireSession(asked)
  return error
}
