import { expireSession, type Session } from '../session.ts'
import { type ApiError, toApiError } from './error.ts'

/**
 * Builds the error of a failed response. A token that the api rejects ends the session.
 * @param session the session in which the call was made
 */
export function failedResponse(body: string, status: number, session: Session): ApiError {
  const error = toApiError(body, status)
  if (error.code === 'unauthenticated') expireSession(session)
  return error
}
