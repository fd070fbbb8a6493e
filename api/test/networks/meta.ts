import { type Code, type CommentFaults, failed, held, published } from './network-tests.ts'

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

export const META_HISTORY_CODES = [1, 2, 4, 190, 368, 613]

const POST_GONE = { code: 100, subcode: 33, times: 10_000 }
const added = (...codes: number[]) => codes.map(code => [code, 'added'] as const)
const refused = (...codes: number[]) => codes.map(code => [code, 'failed'] as const)

export const META_COMMENTS: CommentFaults = {
  send: 'comments',
  find: 'comments.read',
  codes: [...added(1, 2, 4, 613), ...refused(10, 100, 200, 190, 368)],
  others: [
    {
      label: 'the post is not known yet',
      faults: [{ operation: 'comments', kind: 'error', ...POST_GONE, times: 2 }],
      ends: 'added',
    },
    {
      label: 'the post is gone',
      faults: [{ operation: 'comments', kind: 'error', ...POST_GONE }],
      ends: 'failed',
    },
    {
      label: 'drop-after, then the post is gone',
      faults: [
        { operation: 'comments', kind: 'drop-after' },
        { operation: 'comments.read', kind: 'error', ...POST_GONE, times: 1 },
      ],
      ends: 'failed',
    },
    {
      label: 'drop-after, then the search is signed out',
      faults: [
        { operation: 'comments', kind: 'drop-after' },
        { operation: 'comments.read', kind: 'error', code: 190 },
      ],
      ends: 'failed',
    },
  ],
}
