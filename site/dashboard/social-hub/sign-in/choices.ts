import { atom, computed, type ReadableAtom } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { $locations } from '#site/dashboard/shared/accounts/locations.ts'
import type { Remote } from '#site/lib/remote.ts'
import { $pages } from './page-choice.ts'

type PendingChoice = Remote<'page' | 'location' | undefined>

/** Nothing to choose, so the provider isn't called. */
export const $noChoice = atom<PendingChoice>({ state: 'ready', data: undefined })

/** Pending choices after signing in to a network. */
export const CHOICES: Record<NetworkId, ReadableAtom<PendingChoice>> = {
  facebook: computed($pages, (pages): PendingChoice =>
    pages.state === 'ready' ? { state: 'ready', data: pages.data.length > 0 ? 'page' : undefined } : pages,
  ),
  instagram: $noChoice,
  google: computed($locations, (found): PendingChoice =>
    found.state === 'ready'
      ? { state: 'ready', data: found.data.mustChoose ? 'location' : undefined }
      : found,
  ),
}
