import * as v from 'valibot'

import { printable, requiredLine } from './text/text.ts'

export const GENDERS = ['male', 'female', 'other', 'prefer-not-to-say'] as const
export const MAX_PHONE_DIGITS = 15
export const DEFAULT_COUNTRY = 'au'
/** Width and height of a stored profile picture, in pixels. */
export const PROFILE_IMAGE_SIDE = 512

export const MAX_PROFILE_PIXELS = 20_000_000
/** Decoding AVIF takes 18 bytes of memory per pixel. */
export const MAX_PROFILE_AVIF_PIXELS = 10_000_000

export const PROFILE_MESSAGES = {
  saved: 'Profile updated successfully!',
  failed: 'Failed to update profile. Please try again later.',
  imageType: 'Please choose an image, a JPG or PNG for example.',
  imagePixels: 'Profile pictures can have up to 20 million pixels. Please choose a smaller one.',
  avifPixels:
    'AVIF pictures can have up to 10 million pixels. Please choose a smaller one, or save it as a JPG.',
  phone: `Please enter at most ${MAX_PHONE_DIGITS} digits, with the country’s code.`,
  gender: 'Please choose one from the list.',
  dob: 'Please enter a date, for example 1990-05-31.',
  dobFuture: 'This date is in the future.',
} as const

/** The largest UTC offset of any time zone. */
const EARLIEST_ZONE_MS = 14 * 60 * 60_000

/** Removes the spaces, dots, brackets, hyphens and plus signs that people type in phone numbers. */
const Mobile = v.optional(
  v.pipe(
    v.string(PROFILE_MESSAGES.phone),
    v.maxLength(40, PROFILE_MESSAGES.phone),
    v.transform(text => text.replaceAll(/[\s().+-]/g, '')),
    v.regex(/^\d{0,15}$/, PROFILE_MESSAGES.phone),
  ),
)

/** A real calendar date (YYYY-MM-DD). A time of day after it is dropped. */
const DateOfBirth = v.optional(
  v.pipe(
    v.string(PROFILE_MESSAGES.dob),
    v.trim(),
    v.maxLength(40, PROFILE_MESSAGES.dob),
    v.transform(text => text.replace(/T.*$/, '')),
    v.check(text => text === '' || isDay(text), PROFILE_MESSAGES.dob),
  ),
)

/** Converts the CRLF line breaks of forms to LF, so that the length counts each as one character. */
const textOfLines = (maxLength: number) =>
  v.pipe(
    v.string('Please enter text.'),
    v.transform(text => text.replaceAll(/\r\n?/g, '\n')),
    printable,
    v.trim(),
    v.maxLength(maxLength, `Please keep this to ${maxLength} characters or fewer.`),
  )

/** Omitted fields stay unchanged. The e-mail can't be changed here. */
export const UpdateProfile = v.object({
  fullname: v.optional(requiredLine('Full Name is required', 100)),
  mobile: Mobile,
  countryCode: v.optional(
    v.pipe(
      v.string('Please choose a country.'),
      v.trim(),
      v.toLowerCase(),
      v.regex(/^([a-z]{2})?$/, 'Please choose a country.'),
    ),
  ),
  gender: v.optional(v.picklist(['', ...GENDERS], PROFILE_MESSAGES.gender)),
  dob: DateOfBirth,
  address: v.optional(textOfLines(300)),
  bio: v.optional(textOfLines(1000)),
  /** `true` removes the picture. */
  removeProfileImage: v.optional(v.picklist(['true', 'false'], 'This must be true or false.')),
})
export type UpdateProfile = v.InferOutput<typeof UpdateProfile>

/** Returns true for a day that is in the future in every time zone. */
export const isFutureDay = (day: string, now: Date) =>
  day !== '' && Date.parse(day) > now.getTime() + EARLIEST_ZONE_MS

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return (
    !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && time >= Date.parse('1900-01-01')
  )
}
