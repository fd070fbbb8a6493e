import * as v from 'valibot'

import { type NetworkId, networks } from '#shared/networks.ts'

/** A sign-in that ended without an account; its message can be shown. */
export class SignInFailed extends Error {
  override name = 'SignInFailed'
}

const Success = v.object({ status: v.literal('success') })
const Failure = v.object({ message: v.pipe(v.string(), v.nonEmpty()) })

/**
 * Parses the message of a sign-in window.
 * @throws {SignInFailed} with the window's message for any status but success, or ours if it was closed
 */
export function readReturn<Schema extends v.GenericSchema>(
  network: NetworkId,
  schema: Schema,
  message: unknown,
): v.InferOutput<Schema> {
  const { name } = networks[network]
  if (message === undefined) {
    throw new SignInFailed(
      `The ${name} window was closed before you finished. Connect again when you’re ready.`,
    )
  }
  const parsed = v.safeParse(schema, message)
  if (v.is(Success, message) && parsed.success) return parsed.output
  const failure = v.safeParse(Failure, message)
  throw new SignInFailed(
    failure.success ? failure.output.message : `${name} was not connected. Try again in a minute.`,
  )
}
