import type { SignedContent } from '#shared/posts/approvals.ts'

/** Version of the canonical form: a hash of another form never matches. */
const FORM = 'currawong content 1'

/**
 * Hashes everything that goes out, in a canonical form: on each network the account, text, first comment, and media with their
 * alt texts in order. The time isn't part of it, so a post can be moved after its approval; a null is in its place, which
 * keeps earlier approvals valid. Returns SHA-256 in hex.
 */
export function contentHash(contents: readonly SignedContent[]): string {
  const canonical = contents
    .map(({ network, account, message, firstComment, media }) => [
      network,
      account,
      message,
      firstComment,
      media.map(({ hash, altText }) => [hash, altText]),
      null,
    ])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return Bun.CryptoHasher.hash('sha256', JSON.stringify([FORM, canonical]), 'hex')
}

/** Returns the hashes that an approval of these contents covers: one per network. */
export const signedHashes = (contents: readonly SignedContent[]): string[] =>
  contents.map(content => contentHash([content]))
