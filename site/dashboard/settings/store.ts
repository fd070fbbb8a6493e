import { atom, computed } from 'nanostores'

import { Settings, SETTINGS_SAVED } from '#shared/settings.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { api } from '#site/lib/api/api.ts'
import { showAppearance } from '#site/lib/appearance.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

const $changes = atom<Partial<Settings>>({})

export const $saving = atom(false)

/** Values of the form: the saved ones, with the changes. */
export const $chosen = computed([$settings, $changes], (saved, changes) =>
  saved.state === 'ready' ? { ...saved.data, ...changes } : undefined,
)

export const $isChanged = computed([$settings, $changes], (saved, changes) =>
  saved.state === 'ready'
    ? Object.entries(changes).some(([name, value]) => saved.data[name as keyof Settings] !== value)
    : false,
)

/** Records changes. Appearance is previewed at once; everything else applies when saved. */
export function choose(changes: Partial<Settings>) {
  $changes.set({ ...$changes.get(), ...changes })
  if (changes.appearance) showAppearance(changes.appearance)
}

export function discard() {
  $changes.set({})
  const saved = $settings.get()
  if (saved.state === 'ready') showAppearance(saved.data.appearance)
}

/** Saves the changes; those made meanwhile stay unsaved. */
export async function save() {
  const chosen = $chosen.get()
  if (!chosen || $saving.get()) return
  const { twoFactorAuth: _, ...form } = chosen
  $saving.set(true)
  await withErrorToast('Your settings weren’t saved. Try again.', async () => {
    await api.settings.$put({ json: form })
    const saved = $settings.get()
    if (saved.state === 'ready') $settings.set({ state: 'ready', data: { ...saved.data, ...form } })
    const later = Object.entries($changes.get()).filter(
      ([name, value]) => form[name as keyof Settings] !== value,
    )
    $changes.set(Object.fromEntries(later))
    toast('success', SETTINGS_SAVED)
  })
  $saving.set(false)
}

export const leaving = leaveGuard({ losesContent: () => $isChanged.get() && !$saving.get(), discard })
