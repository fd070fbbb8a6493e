import { DomainError } from '../errors.ts'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** What a caller names its request by, so that sending it again after a lost answer does nothing twice. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (!IDEMPOTENCY_KEY.test(header))
    throw new DomainError('invalid', 'Please send an Idempotency-Key of up to 200 visible characters.', {
      fields: { 'Idempotency-Key': 'Up to 200 visible characters.' },
    })
  return header
}
