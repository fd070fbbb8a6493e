import type { Mutation } from './mutation.ts'
import { misfitOf, plant } from './plant.ts'
import { tryTests } from './trial.ts'

const HISTORIES = ['api/publishing/history.test.ts']

/** Plays random histories with all these faults at once, except those whose text another fault replaced. */
export async function playHistories(mutations: Mutation[], root: string, count: number) {
  const undo: (() => void)[] = []
  for (const mutation of mutations)
    if (misfitOf(mutation, root) === undefined) undo.push(plant(mutation, root))
  const trial = await tryTests(root, HISTORIES, { HISTORIES: String(count), SHRINK: 'no' })
  for (const takeOut of undo.toReversed()) takeOut()
  return { ...trial, planted: undo.length }
}
