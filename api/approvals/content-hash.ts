import type { SignedContent } from '#shared/posts/approvals.ts'

/** Version of the canonical form: a hash of another form never matches. */
const FORM = 'currawong content 1'

/**
 * Hashes everything that goes out, in a canonical form: on each network the account, text, first comment, media with their
 * alt texts in order, and the time if it is signed. Returns SHA-256 in hex.
 */
export function contentHash(
  contents: readonly SignedContent[],
  { signsTime }: { signsTime: boolean },
): string {
  const canonical = contents
    .map(({ network, account, message, firstComment, media, publishAt }) => [
      network,
      account,
      message,
      firstComment,
      media.map(({ hash, altText }) => [hash, altText]),
      signsTime ? publishAt : null,
    ])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return Bun.CryptoHasher.hash('sha256', JSON.stringify([FORM, canonical]), 'hex')
}

/** Hashes of one network's content, with its time and without. */
export type ContentHashes = { timed: string; untimed: string }

export const hashesOf = (content: SignedContent): ContentHashes => ({
  timed: contentHash([content], { signsTime: true }),
  untimed: contentHash([content], { signsTime: false }),
})

/** Returns the hashes that an approval of these contents covers: one per network, with its time and without. */
export const signedHashes = (contents: readonly SignedContent[]): string[] =>
  contents.flatMap(content => Object.values(hashesOf(content)))
