import * as v from 'valibot'

import { retryAfterMinutes, retryIn, unclear } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { excerpt } from '#shared/text/graphemes.ts'

type Refusal = { response: Response; risky: boolean; now: Date }

const Envelope = v.object({
  code: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  message: v.optional(v.string(), ''),
})

/** Our code for a post that the site doesn't have. */
export const NO_POST = 'wordpress/rest_post_invalid_id'
export const TRASHED = 'wordpress/rest_already_trashed'
/** Code of a site without a bin: a deleted post is gone at once. */
const NO_TRASH = 'wordpress/rest_trash_not_supported'
/** Our code for a user who may not publish, or may not add files. */
export const NO_RIGHT = 'login/permission'
/** Our code for a user who may publish, but not moderate comments. */
export const NO_MODERATION = 'wordpress/no-moderation'

const TOO_LARGE = 'wordpress/too-large'
const UPLOAD_REFUSED = 'wordpress/rest_upload_unknown_error'
const NO_CATEGORY = 'wordpress/no-category'

/** Codes for a text, category or file that breaks the site's rules. */
export const CONTENT_CODES = [TOO_LARGE, UPLOAD_REFUSED, NO_CATEGORY, 'wordpress/rest_invalid_param']

const SIGNED_OUT = 'Your website no longer accepts our sign-in. Please reconnect it.'
const FORBIDDEN =
  'Your website doesn’t let the user who connected it publish this. Please reconnect it as an author, an editor or an administrator.'

/** Codes of a user without a right. Security plugins have codes of their own, which say nothing about the user. */
const RIGHTS = /^rest_(cannot_|forbidden|user_cannot_)/

const DEFAULT_WAIT_MINUTES = 5

/** Classifies an error response by its status and code, never by its text. A plugin or a proxy may answer with a page. */
export function readWordPressError(json: unknown, refusal: Refusal): NetworkError {
  const { response, risky } = refusal
  const { status } = response
  const envelope = v.safeParse(Envelope, json)
  const name = envelope.success ? envelope.output.code : String(status)
  const code = envelope.success ? `wordpress/${name}` : `http/${status}`
  const reason = envelope.success ? envelope.output.message : ''
  if (status === 401) return new NetworkError('reconnect', code, SIGNED_OUT)
  if (status === 413)
    return new NetworkError(
      'permanent',
      TOO_LARGE,
      'Your website doesn’t take files as large as this. Choose a smaller picture, then try again.',
    )
  if (status === 429)
    return new NetworkError(
      'wait',
      code,
      'Your website is limiting how many calls we may make. We’ll continue as soon as it lets us.',
      { retryAt: retryAt(refusal) },
    )
  if (code === UPLOAD_REFUSED) return refused(code, reason)
  if (code === NO_TRASH)
    return new NetworkError(
      'permanent',
      code,
      'Your website has no bin, so this would delete the post for good. Delete it on your website if you’re sure.',
    )
  if (status >= 500 || status === 408)
    return unclear(code, 'Your website had trouble on its side.', { risky })
  if (!envelope.success)
    return unclear(code, `Your website responded with ${status} and a page instead of data.`, { risky })
  if (status === 403 && RIGHTS.test(name)) return new NetworkError('reconnect', NO_RIGHT, FORBIDDEN)
  if (code === NO_POST || code === TRASHED)
    return new NetworkError('permanent', code, 'Your website no longer has this post.')
  if (name === 'rest_no_route')
    return new NetworkError(
      'permanent',
      code,
      'Your website has switched off the part of WordPress that takes posts. Ask whoever looks after it to allow its REST API.',
    )
  return refused(code, reason)
}

const refused = (code: string, reason: string) =>
  new NetworkError('permanent', code, `Your website refused this: ${excerpt(reason, 200)}`)

/** Returns the error for a post that the site took, but doesn't show. */
export const notPublic = (status: string) =>
  new NetworkError(
    'permanent',
    'wordpress/not-public',
    status === 'pending'
      ? 'The website keeps it as pending: someone there must approve it.'
      : 'The website took it, but doesn’t show it: someone there must publish it.',
  )

/** Reports a category that the site doesn't have. @throws {NetworkError} always */
export function missingCategory(name: string): never {
  throw new NetworkError(
    'permanent',
    NO_CATEGORY,
    `Your website no longer has the category “${name}”. Choose another one, then try again.`,
  )
}

const retryAt = ({ response: { headers }, now }: Refusal): Date =>
  retryIn(retryAfterMinutes(headers.get('Retry-After'), now) || DEFAULT_WAIT_MINUTES, now)
