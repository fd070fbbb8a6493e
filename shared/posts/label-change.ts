import * as v from 'valibot'

import { isSameLabel, Labels, addLabel } from './labels.ts'

/** Adds and removes labels. The post's other labels stay. */
export const LabelChange = v.object({
  add: v.optional(Labels, []),
  remove: v.optional(v.pipe(v.array(v.string()), v.maxLength(100)), []),
})
export type LabelChange = v.InferOutput<typeof LabelChange>

export function applyLabelChange(labels: readonly string[], { add, remove }: LabelChange): string[] {
  const kept = labels.filter(label => !remove.some(each => isSameLabel(each, label)))
  return add.reduce(addLabel, kept)
}
