import * as v from 'valibot'

import { optionalText, required } from './text/text.ts'

/** The server of most accounts. */
export const DEFAULT_SERVER = 'bsky.social'

const NO_HANDLE = `Enter the account’s handle, such as name.${DEFAULT_SERVER}.`
const NOT_A_HANDLE = `This isn’t a handle. It has letters, digits and hyphens between its dots, as in name.${DEFAULT_SERVER}.`

/** Matches a handle, which is a domain name (https://atproto.com/specs/handle). */
const HANDLE = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** Reads the name of an account as people paste it: with an @, with its profile’s URL, or with invisible characters. */
const accountName = (missing: string) =>
  v.pipe(
    required(missing, 300),
    v.transform(text =>
      text
        .replaceAll(/\p{Cf}/gu, '')
        .trim()
        .replace(/^(https:\/\/bsky\.app\/profile\/|@)/i, '')
        .replace(/\/$/, ''),
    ),
    v.check(text => text !== '', NO_HANDLE),
    v.check(text => !/\s/.test(text), `A handle has no spaces, as in name.${DEFAULT_SERVER}.`),
    v.check(text => text.includes('.'), `Enter the whole handle, such as name.${DEFAULT_SERVER}.`),
  )

/** Validates a handle. E-mail addresses are rejected, because they don't lead to the account's server. */
export const accountHandle = (missing: string) =>
  v.pipe(
    accountName(missing),
    v.check(
      text => !text.includes('@'),
      `Enter the account’s handle, such as name.${DEFAULT_SERVER}, not an e-mail address.`,
    ),
    v.regex(HANDLE, NOT_A_HANDLE),
  )

/** A sign-in by an app password, which a member creates in Bluesky's settings. */
export const BlueskyLoginInput = v.object({
  /** A handle, or the e-mail address of the account. */
  handle: v.pipe(
    accountName(NO_HANDLE),
    v.check(text => text.includes('@') || HANDLE.test(text), NOT_A_HANDLE),
  ),
  appPassword: required('Enter an app password.', 200),
  /** Empty for the installation's default server: bsky.social, unless the operator has configured another. */
  server: optionalText(300),
})
export type BlueskyLoginInput = v.InferOutput<typeof BlueskyLoginInput>
