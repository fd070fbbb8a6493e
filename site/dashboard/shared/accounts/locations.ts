import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { choiceStore } from './choice-store.ts'
import { $accounts } from './store.ts'

/** Locations of the business's Google sign-in, the groups that Google didn't list, and if one is still to be chosen. */
export const $locations = remote(async () => {
  const { showLocationSelection, data, unlisted } = await (await api.auth.google.locations.$get()).json()
  return { mustChoose: showLocationSelection, locations: data, unlisted }
})

export const locationChoice = choiceStore({
  missing: 'Please choose a location to continue.',
  failed: 'The location was not connected. Try again.',
  async connect(id) {
    await api.auth.google.location.$post({ json: { id } })
    await Promise.all([$accounts.google.reload(), $locations.reload()])
  },
})

$selectionVersion.listen($locations.resetAndRefetch)
