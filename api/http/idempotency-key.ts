import { DomainError } from '#api/runtime/errors.ts'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Parses an Idempotency-Key, with which a client can safely repeat a request after a lost response.
 * @throws {DomainError} `invalid`
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (!IDEMPOTENCY_KEY.test(header))
    throw new DomainError('invalid', 'Please send an Idempotency-Key of up to 200 visible characters.', {
      fields: { 'Idempotency-Key': 'Up to 200 visible characters.' },
    })
  return header
}
