import { atom, computed } from 'nanostores'

import type { UserDetails } from '#shared/auth/auth.ts'
import type { Fields } from '#shared/errors.ts'
import { DEFAULT_COUNTRY, isFutureDay, PROFILE_MESSAGES, UpdateProfile } from '#shared/profile.ts'
import { PROFILE_SAVE_MS } from '#shared/timings.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

const NAMES = ['fullname', 'mobile', 'countryCode', 'gender', 'dob', 'address', 'bio'] as const
export type Name = (typeof NAMES)[number]
export type Values = Record<Name, string>

/** A chosen picture with its local URL; null removes the current one. */
export type Picture = { file: Blob; url: string } | null

const $edits = atom<Partial<Values>>({})
/** Undefined while the picture is unchanged. */
export const $picture = atom<Picture | undefined>(undefined)
export const $fields = atom<Fields>({})
export const $saving = atom(false)

const savedValues = (me: UserDetails): Values => ({
  fullname: me.fullname,
  mobile: me.mobile,
  countryCode: me.countryCode || DEFAULT_COUNTRY,
  gender: me.gender,
  dob: me.dob,
  address: me.address,
  bio: me.bio,
})

/** Values of the form; undefined until the user is loaded. */
export const $values = computed([$me, $edits], (me, edits): Values | undefined =>
  me.state === 'ready' ? { ...savedValues(me.data), ...edits } : undefined,
)

export const $unsaved = computed([$me, $values, $picture], (me, values, picture) => {
  if (me.state !== 'ready' || !values) return false
  const before = savedValues(me.data)
  return picture !== undefined || NAMES.some(name => values[name] !== before[name])
})

export function change(edits: Partial<Values>) {
  $edits.set({ ...$edits.get(), ...edits })
  const invalid = Object.entries($fields.get()).filter(([name]) => !(name in edits))
  $fields.set(Object.fromEntries(invalid))
}

export function choosePicture(picture: Picture | undefined) {
  const before = $picture.get()
  if (before) URL.revokeObjectURL(before.url)
  const me = $me.get()
  const hasNoPicture = picture === null && me.state === 'ready' && me.data.profileImage.length === 0
  $picture.set(hasNoPicture ? undefined : picture)
}

export function discard() {
  $edits.set({})
  $fields.set({})
  choosePicture(undefined)
}

/** Validates by the api's schema, waits as specified, sends, and shows the result. @returns true on success */
export async function saveProfile(): Promise<boolean> {
  const values = $values.get()
  if (!values || $saving.get()) return false
  const invalid = validationErrors(values)
  $fields.set(invalid)
  if (Object.keys(invalid).length > 0) return false
  $saving.set(true)
  try {
    await new Promise(resolve => setTimeout(resolve, PROFILE_SAVE_MS))
    const init = { body: formOf(values, $picture.get()) }
    const { userDetails } = await bodyOf(api.users.updateProfile.$put({}, { init }))
    $me.set({ state: 'ready', data: userDetails })
    discard()
    toast('success', PROFILE_MESSAGES.saved)
    return true
  } catch (error) {
    if (error instanceof ApiError) $fields.set(error.fields)
    toast('error', PROFILE_MESSAGES.failed)
    return false
  } finally {
    $saving.set(false)
  }
}

function validationErrors(values: Values): Fields {
  const checked = checkForm(UpdateProfile, values)
  if (!checked.ok) return checked.fields
  return isFutureDay(checked.value.dob ?? '', new Date()) ? { dob: PROFILE_MESSAGES.dobFuture } : {}
}

function formOf(values: Values, picture: Picture | undefined): FormData {
  const form = new FormData()
  for (const name of NAMES) form.set(name, values[name])
  if (picture) form.set('profileImage', picture.file, 'picture.jpg')
  if (picture === null) form.set('removeProfileImage', 'true')
  return form
}

export const guardLeaving = leaveGuard({
  losesContent: () => $unsaved.get(),
  discard,
  question: {
    title: 'Leave without saving?',
    label: 'Discard and leave',
    cancelLabel: 'Keep editing',
    danger: true,
    children: 'Your profile changes haven’t been saved.',
  },
})
