import * as v from 'valibot'

import { accountHandle } from './bluesky.ts'
import { signInFieldOf, type DecentralizedNetwork } from './networks.ts'
import { required } from './text/text.ts'

/** Builds the schema of a decentralised network's form, which asks for the account's handle or its server. */
export function signInInput(network: DecentralizedNetwork) {
  const { name, label, example } = signInFieldOf(network)
  const missing = `Enter ${label.toLowerCase()}, such as ${example}.`
  return v.object({ [name]: name === 'handle' ? accountHandle(missing) : required(missing, 500) })
}
export type SignInInput = v.InferOutput<ReturnType<typeof signInInput>>
