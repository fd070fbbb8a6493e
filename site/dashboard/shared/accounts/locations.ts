import { atom } from 'nanostores'

import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { remote } from '#site/lib/remote.ts'
import { $accounts } from './store.ts'

export type LocationChoice =
  | { step: 'closed' }
  | { step: 'open'; chosen?: string; message: string }
  | { step: 'saving'; chosen: string }

export const $locationChoice = atom<LocationChoice>({ step: 'closed' })

/** Locations of the business's Google sign-in, and if one is still to be chosen. */
export const $locations = remote(async () => {
  const { showLocationSelection, data } = await (await api.auth.google.locations.$get()).json()
  return { mustChoose: showLocationSelection, locations: data }
})

$selectionVersion.listen(() => {
  closeLocationChoice()
  $locations.resetAndRefetch()
})

export const openLocationChoice = () => $locationChoice.set({ step: 'open', message: '' })

export const closeLocationChoice = () => $locationChoice.set({ step: 'closed' })

export const chooseLocation = (chosen: string) => $locationChoice.set({ step: 'open', chosen, message: '' })

/** Connects the chosen location; errors are shown in the dialog. @returns true if it was connected */
export async function confirmLocation(): Promise<boolean> {
  const choice = $locationChoice.get()
  if (choice.step !== 'open') return false
  const { chosen } = choice
  if (!chosen) {
    $locationChoice.set({ ...choice, message: 'Please choose a location to continue.' })
    return false
  }
  const saving = { step: 'saving', chosen } as const
  $locationChoice.set(saving)
  try {
    await api.auth.google.location.$post({ json: { id: chosen } })
    await Promise.all([$accounts.google.reload(), $locations.reload()])
    if ($locationChoice.get() === saving) closeLocationChoice()
    return true
  } catch (error) {
    if ($locationChoice.get() === saving) {
      const message = messageOf(error, 'The location was not connected. Try again.')
      $locationChoice.set({ step: 'open', chosen, message })
    }
    return false
  }
}
