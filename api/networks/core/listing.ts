import { withRetryAdvice } from '#api/runtime/errors.ts'
import type { UnlistedGroup } from '#shared/accounts.ts'
import { NetworkError } from './network.ts'

/** Accounts that a sign-in may use, and the groups that the provider didn't list completely. */
export type Listing<Item> = { found: Item[]; unlisted: UnlistedGroup[] }

type Group<Item> = {
  name: string
  /** Yields the group's accounts, page by page. */
  pages: AsyncIterable<Item[]>
  /** Reason to show if the provider permanently refuses the group. */
  refusalReason: string
}

/** Halves the time for agencies with many groups, and stays far below the providers' call limits. */
const CONCURRENCY = 2

/**
 * Reads groups in their order. A failure in one group hides only the rest of that group.
 * @throws {NetworkError} if it concerns the installation, or the first one if nothing at all was found
 */
export async function listGroups<Item>(groups: Group<Item>[]): Promise<Listing<Item>> {
  const listing: Listing<Item> = { found: [], unlisted: [] }
  let firstError: NetworkError | undefined
  for (let start = 0; start < groups.length; start += CONCURRENCY) {
    const batch = groups.slice(start, start + CONCURRENCY)
    for (const { name, found, error } of await Promise.all(batch.map(readGroup))) {
      listing.found.push(...found)
      if (!error) continue
      firstError ??= error.cause
      listing.unlisted.push({ name, reason: error.reason })
    }
  }
  if (firstError && listing.found.length === 0) throw firstError
  return listing
}

async function readGroup<Item>({ name, pages, refusalReason }: Group<Item>) {
  const found: Item[] = []
  try {
    for await (const page of pages) found.push(...page)
    return { name, found }
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'installation') throw error
    return { name, found, error: { cause: error, reason: unlistedReason(error, refusalReason) } }
  }
}

/** Returns the reason to show to the user. @param refusalReason the one for errors that a retry can't solve */
export function unlistedReason({ kind, message }: NetworkError, refusalReason: string): string {
  if (kind === 'permanent' || kind === 'reconnect') return refusalReason
  return kind === 'wait' ? message : withRetryAdvice(message)
}
