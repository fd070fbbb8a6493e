import { atom, computed } from 'nanostores'

import type { BulkAction } from '#shared/posts/bulk.ts'
import { $selectedPosts } from './selection.ts'

export type Failure = { _id: string; name: string; message: string }
export type Failed = {
  state: 'failed'
  action: BulkAction | 'delete-copies'
  failures: Failure[]
  of: number
  /** Says what was done with the other posts; empty if a toast says it. */
  done: string
}
export type Run = { state: 'idle' } | { state: 'running'; done: number; of: number } | Failed

export const $run = atom<Run>({ state: 'idle' })
/** True while posts are selected or changing. */
export const $isBarShown = computed(
  [$run, $selectedPosts],
  ({ state }, { length }) => state === 'running' || length > 0,
)
export const dismissFailures = () => $run.set({ state: 'idle' })
