import { computed, onSet } from 'nanostores'

import { brand } from '#shared/brand.ts'
import type { Settings } from '#shared/settings.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { saveAppearance } from '#site/lib/appearance.ts'
import { setLanguage } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'

export const $me = remote(async () => (await bodyOf(api.users.getUserInfo.$post({ json: {} }))).userDetails)

export const $isAdmin = computed($me, me => me.data?.role === 'admin')

export const $displayName = computed($me, me => me.data?.fullname || `${brand.siteName} User`)

export const $profilePicture = computed($me, me => {
  const fileName = me.data?.profileImage[0]?.fileName
  return fileName && apiUrl(`/uploads/${fileName}`)
})

type SavedSettings = Settings & { twoFactorAuth: boolean }

/** The user's settings. Loading and saving them applies their appearance and language to this browser. */
export const $settings = remote((): Promise<SavedSettings> => dataOf(api.settings.$get()))

onSet($settings, ({ newValue }) => {
  if (newValue.state !== 'ready') return
  saveAppearance(newValue.data.appearance)
  setLanguage(newValue.data.language)
})

let saving: Promise<unknown> = Promise.resolve()

/** Saves some of the user's settings after the saves in flight. @throws {ApiError} */
export function saveSettings(changes: Partial<Settings>): Promise<void> {
  const saved = saving.then(() => putSettings(changes))
  saving = saved.catch(() => undefined)
  return saved
}

async function putSettings(changes: Partial<Settings>): Promise<void> {
  const saved = $settings.get()
  if (saved.state !== 'ready') return
  const { twoFactorAuth, ...settings } = { ...saved.data, ...changes }
  await api.settings.$put({ json: settings })
  $settings.set({ state: 'ready', data: { ...settings, twoFactorAuth } })
}

export const $twoFactor = remote(() => dataOf(api.users['two-factor'].$get()))
