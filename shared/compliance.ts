import * as v from 'valibot'

import type { NetworkId } from './networks.ts'
import { required } from './text/text.ts'

/** Meta's callback body for data deletion and deauthorisation. */
export const SignedRequest = v.object({ signed_request: required('signed_request is missing.', 4000) })

/** Status of a data deletion that a network requested for a user. */
export type DataDeletion = {
  code: string
  network: NetworkId
  status: 'in_progress' | 'done'
  requestedAt: string
  finishedAt: string | null
}
