import * as v from 'valibot'

import { accountHandle } from './bluesky.ts'
import { askedBy, type PageNetwork } from './networks.ts'
import { required } from './text/text.ts'

/** Builds the schema of what names the account to connect, or its server. Its owner signs in there. */
export function pageStart(network: PageNetwork) {
  const { name, label, example } = askedBy(network)
  const missing = `Enter ${label.toLowerCase()}, such as ${example}.`
  return v.object({ [name]: name === 'handle' ? accountHandle(missing) : required(missing, 500) })
}
export type PageStart = v.InferOutput<ReturnType<typeof pageStart>>
