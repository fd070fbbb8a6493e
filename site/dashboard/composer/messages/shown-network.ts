import { atom, computed } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { type ExtrasProblem, extrasProblem } from '#shared/posts/extras-rules.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { fieldProblem, fieldValues, fillExtras, isPlace, type TextRules } from '#shared/posts/fields.ts'
import { $connected, type Draft, $draft, $enabled, extrasFor } from '#site/dashboard/composer/draft/draft.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { roomFor } from '#site/dashboard/shared/post-dialogs/url.ts'

const $chosen = atom<NetworkId | undefined>(undefined)

export const $shownNetwork = computed([$enabled, $chosen], (enabled, chosen): NetworkId | undefined =>
  chosen && enabled.includes(chosen) ? chosen : enabled[0],
)

/** True if all platforms fit beside each other. */
export const $isWide = roomFor('(min-width: 80rem)')

/** True if each platform's own message is shown beside the others. */
export const $isSideBySide = computed(
  [$isWide, $draft, $enabled],
  (isWide, { sameMessage }, enabled) => isWide && !sameMessage && enabled.length > 1,
)

export const showNetwork = (network: NetworkId) => $chosen.set(network)
export const showFirstNetwork = () => $chosen.set(undefined)

/** Changes to texts when a post of the selected business is sent. */
export const $textRules = computed([$selectedDomain, $connected], (domain, connected): TextRules => ({
  linkTags: domain?.linkTags ?? null,
  fields: fieldValues(
    domain?.businessName,
    Object.values(connected).find(({ provider }) => isPlace(provider)),
  ),
}))

/** Returns the extras that a network gets, with the values of the selected business. */
export function sentExtras(draft: Pick<Draft, 'extras'>, network: NetworkId): PostExtras | null {
  const extras = extrasFor(draft, network)
  return extras && fillExtras(extras, $textRules.get().fields)
}

/** Returns the first part of the extras that the network would reject, and why. */
export function sentExtrasProblem(
  draft: Pick<Draft, 'extras'>,
  network: NetworkId,
): ExtrasProblem | undefined {
  const extras = sentExtras(draft, network)
  const unknown = fieldProblem(JSON.stringify(extras))
  return extrasProblem(network, extras) ?? (unknown ? { part: 'title', message: unknown } : undefined)
}
