import * as v from 'valibot'

import type { NetworkId } from './networks.ts'
import { required } from './text.ts'

/** What Meta posts to the addresses that it asks every app for. */
export const SignedRequest = v.object({ signed_request: required('signed_request is missing.', 4000) })

/** What became of a deletion that a network asked for on a person’s behalf. */
export type DataDeletion = {
  code: string
  network: NetworkId
  status: 'in_progress' | 'done'
  requestedAt: string
  finishedAt: string | null
}
