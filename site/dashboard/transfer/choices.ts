import { map } from 'nanostores'

import { $importId } from './store.ts'

/** Choices for changed rows by their line; without one, a post stays as it is. */
export const $choices = map<Record<number, 'apply' | 'add'>>({})

$importId.listen(() => $choices.set({}))

export function choose(line: number, choice: string): void {
  const { [line]: _, ...others } = $choices.get()
  $choices.set(choice === 'apply' || choice === 'add' ? { ...others, [line]: choice } : others)
}
