import { withRetryAdvice } from '#api/runtime/errors.ts'
import type { UnlistedGroup } from '#shared/accounts.ts'
import { NetworkError } from './network.ts'

/** Accounts that a sign-in may use, and the groups of them that the provider didn't list. */
export type Listing<Item> = { found: Item[]; unlisted: UnlistedGroup[] }

type Group<Item> = {
  name: string
  /** Yields the group's accounts, page by page. */
  pages: AsyncIterable<Item[]>
  /** Reason to show if the provider permanently refuses the group. */
  refused: string
}

/** Halves the time for agencies with many groups, and stays far below the providers' limits of calls. */
const CONCURRENT = 2

/**
 * Reads groups in their order. A group that can't be read, or not to its end, hides only its own rest.
 * @throws {NetworkError} one that concerns the installation; the first one if nothing at all was found
 */
export async function listGroups<Item>(groups: Group<Item>[]): Promise<Listing<Item>> {
  const listing: Listing<Item> = { found: [], unlisted: [] }
  let first: NetworkError | undefined
  for (let start = 0; start < groups.length; start += CONCURRENT) {
    const batch = groups.slice(start, start + CONCURRENT)
    for (const { name, found, error } of await Promise.all(batch.map(readGroup))) {
      listing.found.push(...found)
      if (!error) continue
      first ??= error.cause
      listing.unlisted.push({ name, reason: error.reason })
    }
  }
  if (first && listing.found.length === 0) throw first
  return listing
}

async function readGroup<Item>({ name, pages, refused }: Group<Item>) {
  const found: Item[] = []
  try {
    for await (const page of pages) found.push(...page)
    return { name, found }
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'installation') throw error
    return { name, found, error: { cause: error, reason: whyUnlisted(error, refused) } }
  }
}

/** Returns the reason to show to the user. @param refused the reason for errors that a retry can't solve */
export function whyUnlisted({ kind, message }: NetworkError, refused: string): string {
  if (kind === 'permanent' || kind === 'reconnect') return refused
  return kind === 'wait' ? message : withRetryAdvice(message)
}
