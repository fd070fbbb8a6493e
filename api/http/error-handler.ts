import { LibsqlError } from '@libsql/client'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { isDatabaseFailure, isDiskFull, rootOf } from '#api/runtime/database-failure.ts'
import { DomainError, invalidField, systemCode } from '#api/runtime/errors.ts'
import type { Logger } from '#api/runtime/logger.ts'
import { StorageError, STORAGE_MESSAGES } from '#api/storage/storage.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Env } from '../context.ts'

export const toResponse: ErrorHandler<Env> = (error, c) => {
  const known = error instanceof HTTPException ? fromHono(error) : (storageFailure(error) ?? error)
  if (known instanceof DomainError) {
    if (known.retryAfterSeconds) c.header('Retry-After', String(known.retryAfterSeconds))
    if (known.code === 'upstream' || known.code === 'storage_full')
      c.var.ctx.log.warn(
        { requestId: c.var.requestId, reason: known.message, ...(known !== error && { err: error }) },
        known.code === 'upstream' ? 'upstream refused' : 'the disk is full',
      )
    return c.json<ErrorBody>(known.body, known.status)
  }
  if (error.name === 'AbortError' && c.req.raw.signal.aborted)
    return new Response(null, { status: CLIENT_GONE })
  c.var.ctx.log.error({ requestId: c.var.requestId, err: error }, 'request failed')
  return c.json(isDatabaseFailure(error) ? NOT_SAVED : INTERNAL, 500)
}

/** Status, in the log only, of a request whose client disconnected before the body had arrived. nginx uses the same. */
const CLIENT_GONE = 499

/** The message doesn't reveal the cause. It suggests waiting, because an immediate retry would fail too. */
const NOT_SAVED: ErrorBody = {
  success: false,
  code: 'internal',
  message: 'We can’t save anything just now. Please try again in a few minutes.',
}

export const INTERNAL: ErrorBody = {
  success: false,
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
}

/**
 * Returns the message about one of several changes that failed. Logs an internal error, and returns a general message for it.
 * @param what names the change in the log
 */
export function messageOf({ log }: { log: Logger }, error: unknown, what: string): string {
  if (error instanceof DomainError) return error.message
  log.error({ err: error }, `${what} failed`)
  return 'Something went wrong on our side. Try again.'
}

const DISK_FULL =
  'Our disk is full, so this wasn’t saved. Your text is still here. Please try again in a few minutes.'

/** Uploads reserve disk space for the database, but the disk can still fill up through other files or programs. */
function storageFailure(cause: Error): DomainError | undefined {
  if (cause instanceof StorageError)
    return new DomainError('upstream', STORAGE_MESSAGES.unavailable, { cause })
  if (isDiskFull(cause))
    return new DomainError(
      'storage_full',
      rootOf(cause) instanceof LibsqlError ? DISK_FULL : STORAGE_MESSAGES.full,
      { cause },
    )
  return systemCode(cause) === 'EROFS'
    ? new DomainError('upstream', STORAGE_MESSAGES.full, { cause })
    : undefined
}

/** Hono's validators throw this for a body that is not JSON or not a form. */
const fromHono = (error: HTTPException) =>
  error.status === 413
    ? new DomainError('too_large', 'This request is too large.')
    : invalidField('body', error.message || 'This request can’t be read.')

export const respondNotFound = (c: Pick<Context, 'json'>) =>
  c.json<ErrorBody>({ success: false, code: 'not_found', message: 'There is nothing at this address.' }, 404)
