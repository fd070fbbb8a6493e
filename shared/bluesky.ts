import * as v from 'valibot'

import { optionalText, required } from './text/text.ts'

/** The server of most accounts. */
export const DEFAULT_SERVER = 'bsky.social'

const NO_HANDLE = `Enter the account’s handle, such as name.${DEFAULT_SERVER}.`
/** A handle, or the e-mail address of the account. */
export const Handle = v.pipe(
  required(NO_HANDLE, 300),
  // Bluesky's own app copies a handle with invisible marks around its @.
  v.transform(text =>
    text
      .replaceAll(/\p{Cf}/gu, '')
      .trim()
      .replace(/^(https:\/\/bsky\.app\/profile\/|@)/i, ''),
  ),
  v.check(text => text !== '', NO_HANDLE),
  v.check(text => !/\s/.test(text), 'A handle has no spaces, as in name.bsky.social.'),
  v.check(
    text => text.includes('.') || text === '',
    `Enter the whole handle, such as name.${DEFAULT_SERVER}.`,
  ),
)

/** A sign-in by an app password, which a member creates in Bluesky's settings. */
export const BlueskyLoginInput = v.object({
  handle: Handle,
  appPassword: required('Enter an app password.', 200),
  /** If empty, the installation's default server: bsky.social, unless the operator has configured another. */
  server: optionalText(300),
})
export type BlueskyLoginInput = v.InferOutput<typeof BlueskyLoginInput>
