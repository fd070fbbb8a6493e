/** Codes of a network's errors that a feature answers in a way of its own, each in the folder that knows the codes. */
export type NetworkCodes = {
  /** The post's text or media break the network's rules, until its author changes them. */
  content: CodeTest
  /** The user must check or change something on the network before a retry. */
  check?: CodeTest
  /** The network no longer has the post. */
  gone: readonly string[]
  /** A permission is missing, but the sign-in itself is valid. */
  forbidden?: CodeTest
  /** The sign-in itself is rejected, and not only one call. Codes that a renewal answers are in `endedCodes`. */
  signedOut?: CodeTest
}

type CodeTest = readonly string[] | ((code: string) => boolean)

export const matches = (test: CodeTest | undefined, code: string): boolean =>
  typeof test === 'function' ? test(code) : (test?.includes(code) ?? false)
