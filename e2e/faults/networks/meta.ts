import { type Code, failed, held, published } from './network-faults.ts'

/**
 * Error codes of Facebook and Instagram, with the expected state after one such error:
 * developers.facebook.com/docs/graph-api/guides/error-handling
 */
export const META_CODES: Code[] = [
  ...published(1, 2, 4, 17, 32, 613),
  ...held(190, 458, 459, 460, 463, 464, 467, 492),
  { code: 190, subcode: 2069032, ends: 'failed' },
  ...held(200),
  ...failed(368, 506),
]

export const META_SEARCH_CODES: Code[] = [...published(1, 2, 4, 17, 368, 613), ...held(190)]
