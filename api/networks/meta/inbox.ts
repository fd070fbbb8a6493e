import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { OBJECT_GONE } from './failures.ts'
import { type ListRequest, readPages } from './pages.ts'

/** Schema of the response to a change. */
export const Success = v.object({ success: v.literal(true) })

/** Resolves to the read value, or to undefined if Graph no longer has the object. */
export async function unlessGone<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof NetworkError && error.code === OBJECT_GONE) return undefined
    throw error
  }
}

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
