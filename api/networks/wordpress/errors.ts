import * as v from 'valibot'

import type { NetworkCodes } from '#api/networks/core/codes.ts'
import { retryAfterMinutes, retryIn, inconclusiveError } from '#api/networks/core/http.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { excerpt } from '#shared/text/graphemes.ts'

type ErrorContext = { response: Response; risky: boolean; now: Date }

const Envelope = v.object({
  code: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  message: v.optional(v.string(), ''),
  data: v.fallback(v.object({ details: v.record(v.string(), v.unknown()) }), { details: {} }),
})
/** Reason for which a parameter was rejected. */
const ParameterDetail = v.object({ data: v.object({ status: v.picklist([401, 403]) }) })

/** Our code for a post that the site doesn't have. */
export const NO_POST = 'wordpress/rest_post_invalid_id'
export const TRASHED = 'wordpress/rest_already_trashed'
/** Code of a site without a bin: a deleted post is gone at once. */
const NO_TRASH = 'wordpress/rest_trash_not_supported'
/** Our code for a user who may not publish or add files. */
export const NO_RIGHT = 'login/permission'
/** Our code for a user who may publish but not moderate comments. */
export const NO_MODERATION = 'wordpress/no-moderation'

/** Our code for any 401. WordPress has a different code for each kind of call. */
const SIGNED_OUT = 'wordpress/signed-out'

/** Our code for a file that the site, or a proxy in front of it, finds too large. */
export const TOO_LARGE = 'wordpress/too-large'
export const UPLOAD_REFUSED = 'wordpress/rest_upload_unknown_error'
/** Codes of a text that can't become a tag. The site responds with 500, because these errors have no status. */
export const UNUSABLE_TERM = ['wordpress/empty_term_name', 'wordpress/db_insert_error']

const NO_CATEGORY = 'wordpress/no-category'
/** Codes of a file that exceeds the site's limit, or PHP's limit of a request. */
const TOO_LARGE_CODES = ['rest_upload_file_too_big', 'rest_upload_no_data']

export const wordpressCodes: NetworkCodes = {
  content: [TOO_LARGE, UPLOAD_REFUSED, NO_CATEGORY, 'wordpress/rest_invalid_param'],
  gone: [NO_POST, TRASHED],
  forbidden: [NO_MODERATION],
  signedOut: [SIGNED_OUT],
}

const signedOut = () =>
  new NetworkError(
    'reconnect',
    SIGNED_OUT,
    'Your website no longer accepts our sign-in. Please reconnect it.',
  )
const FORBIDDEN =
  'Your website doesn’t let the user who connected it publish this. Please reconnect it as an author, an editor or an administrator.'

/** Codes of a user without permission. Other codes with 403 come from security plugins, and say nothing about the user. */
const PERMISSION_CODES = /^rest_(cannot_|forbidden|user_cannot_)/

const DEFAULT_WAIT_MINUTES = 5

/** Classifies an error response by its status and code, never by its text. A plugin or a proxy may answer with a page. */
export function readWordPressError(json: unknown, context: ErrorContext): NetworkError {
  const { response, risky } = context
  const { status } = response
  const envelope = v.safeParse(Envelope, json)
  const name = envelope.success ? envelope.output.code : String(status)
  const code = envelope.success ? `wordpress/${name}` : `http/${status}`
  const reason = envelope.success ? envelope.output.message : ''
  if (status === 401) return signedOut()
  if (status === 413 || TOO_LARGE_CODES.includes(name))
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
      { retryAt: retryAt(context) },
    )
  if (code === UPLOAD_REFUSED) return refused(code, reason)
  if (code === NO_TRASH)
    return new NetworkError(
      'permanent',
      code,
      'Your website has no bin, so this would delete the post for good. Delete it on your website if you’re sure.',
    )
  if (status >= 500 || status === 408)
    return inconclusiveError(code, 'Your website had trouble on its side.', { risky })
  if (!envelope.success) return inconclusiveError(code, pageInsteadOfData(status), { risky })
  const denied = deniedStatus(envelope.output.data.details)
  if (denied === 401) return signedOut()
  if (denied === 403) return new NetworkError('reconnect', NO_RIGHT, FORBIDDEN)
  if (status === 403 && PERMISSION_CODES.test(name)) return new NetworkError('reconnect', NO_RIGHT, FORBIDDEN)
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

/** WordPress reports a parameter that the user may not set as an invalid one. Returns the status in its details. */
const deniedStatus = (details: Record<string, unknown>) =>
  Object.values(details)
    .flatMap(detail => (v.is(ParameterDetail, detail) ? [detail.data.status] : []))
    .at(0)

/** Returns the error for a site that redirects to another host. */
export const siteMovedError = (host: string) =>
  new NetworkError(
    'reconnect',
    'wordpress/moved',
    `Your website has moved to ${excerpt(host, 100)}. Please connect it again.`,
  )

const pageInsteadOfData = (status: number) =>
  `Your website responded with ${status} and a page instead of data. Ask whoever looks after it whether a security plugin or a firewall blocks us.`

const refused = (code: string, reason: string) =>
  new NetworkError('permanent', code, `Your website refused this: ${excerpt(reason, 200)}`)

/** Returns the error for a post that the site accepted but doesn't show. */
export const notPublicError = (status: string) =>
  new NetworkError(
    'permanent',
    'wordpress/not-public',
    status === 'pending'
      ? 'The website keeps it as pending: someone there must approve it.'
      : 'The website took it, but doesn’t show it: someone there must publish it.',
  )

/** Reports a category that the site doesn't have. @throws {NetworkError} always */
export function throwMissingCategory(name: string): never {
  throw new NetworkError(
    'permanent',
    NO_CATEGORY,
    `Your website no longer has the category “${name}”. Choose another one, then try again.`,
  )
}

const retryAt = ({ response: { headers }, now }: ErrorContext): Date =>
  retryIn(retryAfterMinutes(headers.get('Retry-After'), now) || DEFAULT_WAIT_MINUTES, now)
