import type { Mutation } from './mutation.ts'
import { staleReason, plant } from './plant.ts'
import { runTests } from './test-run.ts'

const HISTORIES = ['api/publishing/history.test.ts']

/** Plays random histories with all these mutations at once, except those whose text another one has replaced. */
export async function playHistories(mutations: Mutation[], root: string, count: number) {
  const undo: (() => void)[] = []
  for (const mutation of mutations)
    if (staleReason(mutation, root) === undefined) undo.push(plant(mutation, root))
  const run = await runTests(root, HISTORIES, { HISTORIES: String(count), SHRINK: 'no' })
  for (const remove of undo.toReversed()) remove()
  return { ...run, planted: undo.length }
}
