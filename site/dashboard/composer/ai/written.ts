import { map } from 'nanostores'

import { type Box, fill, textIn } from './boxes.ts'

/** One AI text, with the previous text and the author's prompt. */
export type Step = { before: string; after: string; prompt: string }

const MAX_STEPS = 20

/** AI texts of each box, newest last. */
export const $written = map<Partial<Record<Box, readonly Step[]>>>({})

export const saveStep = (box: Box, step: Step) =>
  $written.setKey(box, [...($written.get()[box] ?? []), step].slice(-MAX_STEPS))

/** Returns the step that produced this text; undefined once its author has changed it. */
export function lastStep(steps: readonly Step[] | undefined, text: string): Step | undefined {
  const step = steps?.at(-1)
  return step?.after === text ? step : undefined
}

/** Restores the previous text. Returns false if there was nothing to undo. */
export function undoStep(box: Box): boolean {
  const steps = $written.get()[box] ?? []
  const step = lastStep(steps, textIn(box))
  if (!step) return false
  fill(box, step.before)
  $written.setKey(box, steps.slice(0, -1))
  return true
}
