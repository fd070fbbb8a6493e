import type { NetworkCodes } from '#api/networks/core/codes.ts'
import { NO_POST } from './feed.ts'
import { REJECTED } from './posts.ts'

export const googleCodes: NetworkCodes = {
  content: [REJECTED, 'google/INVALID_ARGUMENT'],
  gone: [NO_POST],
  forbidden: ['google/PERMISSION_DENIED'],
  signedOut: ['google/invalid_grant'],
}
