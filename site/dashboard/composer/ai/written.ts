import { map } from 'nanostores'

import { type Box, fill, textIn } from './boxes.ts'

/** One text by AI: what stood in its box before, and what the author had asked for. */
export type Step = { before: string; after: string; prompt: string }

const MAX_STEPS = 20

/** What AI wrote in each box, the newest last. */
export const $written = map<Partial<Record<Box, readonly Step[]>>>({})

export const saveStep = (box: Box, step: Step) =>
  $written.setKey(box, [...($written.get()[box] ?? []), step].slice(-MAX_STEPS))

/** The step that made the text which stands there; none once its author has changed it. */
export function lastStep(steps: readonly Step[] | undefined, text: string): Step | undefined {
  const step = steps?.at(-1)
  return step?.after === text ? step : undefined
}

/** Puts back what stood there before. Returns whether there was anything to undo. */
export function undoStep(box: Box): boolean {
  const steps = $written.get()[box] ?? []
  const step = lastStep(steps, textIn(box))
  if (!step) return false
  fill(box, step.before)
  $written.setKey(box, steps.slice(0, -1))
  return true
}
