import * as v from 'valibot'

import { Id, requiredLine } from '#shared/text/text.ts'

export const MAX_LABELS = 5
export const MAX_LABEL = 30

export const LABEL_MESSAGES = {
  noName: 'Please enter a label.',
  comma: 'A label can’t contain a comma.',
  gone: 'Nothing has this label any more.',
  tooMany: `A post can have up to ${MAX_LABELS} labels.`,
  tooManyOfFile: `A file can have up to ${MAX_LABELS} labels.`,
} as const

const Label = v.pipe(
  requiredLine(LABEL_MESSAGES.noName, MAX_LABEL),
  v.check(label => !label.includes(','), LABEL_MESSAGES.comma),
)

/** Words by which members sort the posts of a business. They aren't published, and reviewers don't see them. */
export const Labels = v.pipe(
  v.array(Label),
  v.transform(labels => labels.reduce(addLabel, [])),
  v.maxLength(MAX_LABELS, LABEL_MESSAGES.tooMany),
)

/** Adds a label, unless the list has it in any case. */
export function addLabel(labels: readonly string[], label: string): string[] {
  const isPresent = labels.some(each => isSameLabel(each, label))
  return isPresent ? [...labels] : [...labels, label]
}

/** Compares two labels, ignoring case. */
export const isSameLabel = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const splitLabels = (text: string): string[] =>
  text
    .split(',')
    .map(label => label.trim())
    .filter(Boolean)

/**
 * Renames the label `from` to `to`, or removes it without `to`. Merges it with a label that already has the new name. Returns
 * undefined if nothing changes.
 */
export function renameLabel(
  labels: readonly string[],
  { from, to }: Pick<ChangeLabel, 'from' | 'to'>,
): string[] | undefined {
  const changed = labels
    .flatMap(each =>
      isSameLabel(each, from) || (to !== undefined && isSameLabel(each, to)) ? (to ?? []) : each,
    )
    .reduce(addLabel, [])
  return changed.join() === labels.join() ? undefined : changed
}

/** A combination of labels, with the number of posts, drafts or files that have exactly these. */
export type LabelSet = { labels: string[]; n: number }

/** A label of a business with the number of posts, drafts and files that have it. */
export type LabelUse = { label: string; posts: number; drafts: number; files: number }

export const RenameLabel = v.object({ to: Label })

/** Renames a label, merges it with the one that has the new name, or, without `to`, deletes it. */
export const ChangeLabel = v.object({ domainId: Id, from: Label, to: v.optional(Label) })
export type ChangeLabel = v.InferOutput<typeof ChangeLabel>

export const LabelUseQuery = v.object({ domainId: Id })

export const LabelQuery = v.object({ domainId: v.optional(Id) })
export type LabelQuery = v.InferOutput<typeof LabelQuery>
