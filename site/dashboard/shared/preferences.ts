import { onSet } from 'nanostores'

import type { Settings } from '#shared/settings.ts'
import { api } from '#site/lib/api/api.ts'
import { saveAppearance } from '#site/lib/appearance.ts'
import { setLanguage } from '#site/lib/locale.ts'
import { remote } from '#site/lib/remote.ts'

export type SavedSettings = Settings & { twoFactorAuth: boolean }

/** The user's settings. Appearance and language apply to this browser as soon as they are loaded or saved. */
export const $settings = remote(
  async (): Promise<SavedSettings> => (await (await api.settings.$get()).json()).data,
)

onSet($settings, ({ newValue }) => {
  if (newValue.state !== 'ready') return
  saveAppearance(newValue.data.appearance)
  setLanguage(newValue.data.language)
})
