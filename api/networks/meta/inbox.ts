import * as v from 'valibot'

import { undefinedIf } from '#api/networks/core/network.ts'
import { isGone } from './failures.ts'
import { type ListRequest, readPages } from './pages.ts'

/** Schema of the response to a change. */
export const Success = v.object({ success: v.literal(true) })

/** Takes the error that Graph no longer has an object for the answer `undefined`. */
export const unlessGone = undefinedIf(isGone)

/** The comments under a post that was deleted with them. */
export const GONE = { items: [], isComplete: true }

/** Reads up to `maxPages` of a list. */
export async function readSomePages<Item extends v.GenericSchema>(
  request: ListRequest<Item>,
  maxPages: number,
): Promise<{ items: v.InferOutput<Item>[]; isComplete: boolean }> {
  const items: v.InferOutput<Item>[] = []
  let pages = 0
  for await (const page of readPages(request)) {
    if (pages++ === maxPages) return { items, isComplete: false }
    items.push(...page)
  }
  return { items, isComplete: true }
}
