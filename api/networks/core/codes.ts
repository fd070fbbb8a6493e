/** A network's error codes that features handle specially. */
export type NetworkCodes = {
  /** The post's text or media break the network's rules, until its author changes them. */
  content: CodeTest
  /** The user must check or change something on the network before a retry. */
  check?: CodeTest
  /** The network no longer has the post. */
  gone: readonly string[]
  /** A permission is missing, but the sign-in itself is valid. */
  forbidden?: CodeTest
  /** The sign-in itself is rejected, not only one call. Expired tokens, which can be renewed, are in `expiredTokenCodes`. */
  signedOut?: CodeTest
}

type CodeTest = readonly string[] | ((code: string) => boolean)

export const matches = (test: CodeTest | undefined, code: string): boolean =>
  typeof test === 'function' ? test(code) : (test?.includes(code) ?? false)
