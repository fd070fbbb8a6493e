import { onSet } from 'nanostores'

import type { Settings } from '#shared/settings.ts'
import { api } from '#site/lib/api/api.ts'
import { saveAppearance } from '#site/lib/appearance.ts'
import { setLanguage } from '#site/lib/locale.ts'
import { remote } from '#site/lib/remote.ts'

export type KeptSettings = Settings & { twoFactorAuth: boolean }

/** What the person has chosen, as the server keeps it. Whatever it is set to, this browser looks and writes so from then on. */
export const $settings = remote(
  async (): Promise<KeptSettings> => (await (await api.settings.$get()).json()).data,
)

onSet($settings, ({ newValue }) => {
  if (newValue.state !== 'ready') return
  saveAppearance(newValue.data.appearance)
  setLanguage(newValue.data.language)
})
