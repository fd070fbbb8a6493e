import { matches, type NetworkCodes } from './core/codes.ts'
import { NetworkError } from './core/network.ts'
import { ADAPTERS } from './networks.ts'

/** A code is classified without its network: all codes but Meta's begin with the network's id, so no two networks share one. */
const isInAny = (kind: keyof NetworkCodes) => (code: string) =>
  Object.values(ADAPTERS).some(({ codes }) => matches(codes[kind], code))

/** Returns true for the code of a failure that remains until the post's text or media change. */
export const isContentError = isInAny('content')

/** Returns true for the code of an error whose message asks the user to check or change something on the network. */
export const needsUserCheck = isInAny('check')

/** Returns true for the code of an error that rejects the sign-in itself, not a single call. */
export const isSignedOut = isInAny('signedOut')

const isForbiddenCode = isInAny('forbidden')
/** Returns true if a network rejected a call because a permission is missing. */
export const isForbidden = ({ code }: NetworkError) => isForbiddenCode(code)

const isGoneCode = isInAny('gone')
/** Returns true if a call failed because its network no longer has the post. */
export const isPostGone = (error: unknown) => error instanceof NetworkError && isGoneCode(error.code)
