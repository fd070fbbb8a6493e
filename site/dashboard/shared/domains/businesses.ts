import { computed } from 'nanostores'

import { $domains } from './store.ts'

export type Business = { id: string; name: string; initials: string; colour: number }

/** Number of `tag` colours of the theme. */
const COLOURS = 6

const initialsOf = (name: string) =>
  (name.match(/\p{L}[\p{L}\p{M}’']*|\p{N}+/gu) ?? [name])
    .slice(0, 2)
    .map(word => [...word][0]?.toUpperCase() ?? '')
    .join('')

/** The user's businesses by id, each with initials and a colour. */
export const $businesses = computed($domains, domains => {
  const data = domains.state === 'ready' ? domains.data : []
  return new Map(
    data.map(({ _id: id, businessName: name }, index): [string, Business] => [
      id,
      { id, name, initials: initialsOf(name), colour: index % COLOURS },
    ]),
  )
})
