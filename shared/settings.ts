import * as v from 'valibot'

export const PROFILE_VISIBILITIES = ['public', 'friends', 'private'] as const
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const
export const APPEARANCES = ['system', 'light', 'dark'] as const

export type Language = (typeof LANGUAGES)[number]
export type Appearance = (typeof APPEARANCES)[number]

const flag = v.boolean('Choose on or off.')
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  v.picklist(values, 'Choose one from the list.')

/** A user's settings (part 2, section 3). Clients may omit those that the specification lacks. */
export const Settings = v.object({
  emailNotifications: flag,
  /** True to mail the author once per post, when all its networks have published it. */
  publishedEmails: v.optional(flag, false),
  pushNotifications: flag,
  socialNotifications: flag,
  marketingEmails: flag,
  profileVisibility: oneOf(PROFILE_VISIBILITIES),
  dataSharing: flag,
  language: oneOf(LANGUAGES),
  appearance: oneOf(APPEARANCES),
  keyboardShortcuts: v.optional(flag, true),
})
export type Settings = v.InferOutput<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  emailNotifications: true,
  publishedEmails: false,
  pushNotifications: true,
  socialNotifications: false,
  marketingEmails: false,
  profileVisibility: 'public',
  dataSharing: true,
  language: 'en',
  appearance: 'system',
  keyboardShortcuts: true,
}

export const SETTINGS_SAVED = 'Settings saved successfully!'

/** Kinds of mail with an unsubscribe link: notices of events, and the agency's news. */
export const UNSUBSCRIBE_KINDS = ['notices', 'news'] as const
export type UnsubscribeKind = (typeof UNSUBSCRIBE_KINDS)[number]

const part = v.optional(v.pipe(v.string(), v.maxLength(100)), '')
export const Unsubscribe = v.object({ user: part, kind: oneOf(UNSUBSCRIBE_KINDS), key: part })
export type Unsubscribe = v.InferOutput<typeof Unsubscribe>
