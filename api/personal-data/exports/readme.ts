import { brand } from '#shared/brand.ts'

/** Returns the README of a download. */
export const readme = (at: Date) => `Your data at ${brand.siteName}, as of ${at.toISOString()}

Each .json file is a list of what we keep about you, one entry per line. Times are in UTC.
profile/ holds your profile picture, media/ the pictures and videos that you uploaded; media.json and
post-media.json say which belong to which post.

Passwords, tokens and codes are not included, because anybody who got this file could use them. We store them only as
hashes or encrypted.

Questions: ${brand.email}
`
