import type { NetworkCodes } from '#api/networks/core/codes.ts'
import type { FailureKind, NetworkError } from '#api/networks/core/network.ts'

/**
 * `inconclusive`: of kind 'unknown' if the call may have published something, otherwise 'transient'. `reconcile`: a retry must
 * wait until reconciliation has searched the network.
 */
type Outcome = Exclude<FailureKind, 'unknown'> | 'inconclusive' | 'reconcile'

export type Failure = {
  outcome: Outcome
  message: string
  waitMinutes?: number
  /** True if the author must change the post's text or media. */
  isContentError?: true
  /** True if the user must check or change something on the network before a retry. */
  needsUserCheck?: true
}

/** `NAME` stands for the network's name. */
const failure = (outcome: Outcome, message: string, waitMinutes?: number): Failure => ({
  outcome,
  message,
  ...(waitMinutes && { waitMinutes }),
})

/** Returns a failure that lasts until the author changes the post's text or media. */
const contentFailure = (message: string): Failure => ({ outcome: 'permanent', message, isContentError: true })

/** Returns a failure that lasts until the user has done on the network what `message` asks. */
const checkFailure = (message: string): Failure => ({ outcome: 'permanent', message, needsUserCheck: true })

/** Graph's code for an object that is gone or hidden (developers.facebook.com/docs/graph-api/guides/error-handling). */
export const OBJECT_GONE = '100/33'
export const isGone = ({ code }: NetworkError) => code === OBJECT_GONE

const TROUBLE = failure('inconclusive', 'NAME had trouble on its side.')
const LIMITING = 'NAME is limiting how many calls we may make. We’ll continue as soon as it lets us.'
const BUSY = failure('wait', LIMITING)
/** The app's own call budget, which every account shares. */
const APP_BUSY = failure('installation', LIMITING)
export const CREDENTIALS_REJECTED = failure(
  'installation',
  'NAME isn’t accepting anything from us at the moment. The problem is on our side, and we’ll fix it.',
)
const TOO_FAST = failure(
  'wait',
  'NAME says these posts come too quickly after one another. We will wait a little.',
  15,
)
const SIGNED_OUT = failure('reconnect', 'NAME signed us out of this account. Please reconnect it.')
const PERMISSION = failure(
  'reconnect',
  'NAME no longer lets us publish to this account. Please reconnect it and allow everything that it asks for.',
)
const NEW_CONTAINER = failure(
  'transient',
  'Instagram no longer has the media we prepared. We will prepare it again.',
)
/** The account lacks the endpoint, field or feature, and reconnecting wouldn't add it (error subcodes of Meta's SDK). */
const UNSUPPORTED = contentFailure(
  'NAME doesn’t offer this kind of post for this account. Please publish it there by hand, or try it without the video.',
)
const LOGIN_CODE = failure(
  'permanent',
  'NAME did not accept this sign-in: it was used already or took too long. Please connect again.',
)

/**
 * Meanings of codes, with or without a subcode (developers.facebook.com/docs/graph-api/guides/error-handling and
 * docs/instagram-platform/instagram-graph-api/reference/error-codes). Subcodes alone (`/2207051`) apply to any code.
 */
export const FAILURES: Readonly<Record<string, Failure>> = {
  '1': TROUBLE,
  '2': TROUBLE,
  '3': PERMISSION,
  '4': APP_BUSY,
  '10': PERMISSION,
  '17': BUSY,
  '32': BUSY,
  '341': BUSY,
  '613': BUSY,
  '80001': BUSY,
  '80002': BUSY,
  '1390008': TOO_FAST,
  '/1390008': TOO_FAST,

  '102': SIGNED_OUT,
  '190': SIGNED_OUT,
  '190/458': failure('reconnect', 'Our app was removed from this NAME account. Please reconnect it.'),
  '190/459': failure(
    'reconnect',
    'NAME wants this account’s owner to sign in there and pass a check. Please do that, then reconnect.',
  ),
  '190/460': failure('reconnect', 'The NAME password was changed, which signed us out. Please reconnect.'),
  '190/463': failure('reconnect', 'Our sign-in to NAME has expired. Please reconnect.'),
  '190/464': failure(
    'reconnect',
    'This NAME account is not confirmed. Please confirm it there, then reconnect.',
  ),
  '190/467': failure('reconnect', 'Our sign-in to NAME is no longer valid. Please reconnect.'),
  '190/492': failure(
    'reconnect',
    'You no longer have a role on this Page. Please ask for it back, then reconnect.',
  ),
  '190/2069032': failure(
    'permanent',
    'NAME refused the kind of sign-in we used. Please tell us: this is ours to fix.',
  ),
  '/2069030': UNSUPPORTED,
  '/2069031': UNSUPPORTED,
  '/2069033': UNSUPPORTED,
  '101': CREDENTIALS_REJECTED,
  '104': CREDENTIALS_REJECTED,
  '2635': CREDENTIALS_REJECTED,

  [OBJECT_GONE]: failure('permanent', 'NAME no longer has this, or does not let us see it.'),
  '100/36007': LOGIN_CODE,
  '100/36008': LOGIN_CODE,
  '100/36009': LOGIN_CODE,
  '197': contentFailure('NAME got an empty post. Please add a message or a picture.'),
  '368': checkFailure('NAME blocked this under its rules. Check the account there before you retry.'),
  '382': contentFailure('NAME says this video is too small. Please choose a larger one.'),
  '389': failure('transient', 'NAME could not fetch the media from us. We’ll try again.'),
  '506': contentFailure('NAME refuses the same post twice in a row. Please change the text.'),
  '803': failure('permanent', 'NAME does not know this account or post.'),
  '6000': contentFailure('NAME can’t read this video file. Please export it again as an MP4.'),
  '6001': failure('transient', 'NAME had trouble with the upload. We’ll send it again.'),
  '1366046': contentFailure('NAME doesn’t accept this picture’s format or size. Please choose another.'),
  '1404078': checkFailure(
    'NAME wants you to authorise publishing for this Page first. Please open the Page there and follow its notice.',
  ),
  '1609005': contentFailure('NAME can’t read the link in this post. Please check it.'),

  '352': contentFailure(
    'NAME doesn’t accept this video’s format. Please export it as an MP4 with H.264 and AAC.',
  ),
  '9004': failure('transient', 'NAME could not fetch the media from us. We’ll try again.'),
  '9007': failure('transient', 'Instagram is still preparing the media.'),
  '36000': contentFailure('Instagram takes pictures up to 8 MB. Please choose a smaller one.'),
  '36001': contentFailure('Instagram doesn’t accept this picture’s format. Please choose a JPEG or PNG.'),
  '36003': contentFailure('Instagram takes pictures between 4:5 and 1.91:1. Please crop this one.'),
  '36004': contentFailure(
    'Instagram doesn’t accept this caption: at most 2,200 characters, 30 hashtags and 20 mentions.',
  ),
  '/2207001': TROUBLE,
  '/2207003': failure('transient', 'Instagram took too long to fetch the media. We’ll try again.'),
  '/2207004': contentFailure('Instagram takes pictures up to 8 MB. Please choose a smaller one.'),
  '/2207005': contentFailure('Instagram doesn’t accept this picture’s format. Please choose a JPEG or PNG.'),
  '/2207006': NEW_CONTAINER,
  '/2207008': NEW_CONTAINER,
  '/2207009': contentFailure('Instagram takes pictures between 4:5 and 1.91:1. Please crop this one.'),
  '/2207010': contentFailure(
    'Instagram doesn’t accept this caption: at most 2,200 characters, 30 hashtags and 20 mentions.',
  ),
  '/2207020': NEW_CONTAINER,
  '/2207023': contentFailure('Instagram doesn’t accept this kind of media.'),
  '/2207026': contentFailure(
    'Instagram doesn’t accept this video’s format. Please export it as an MP4 with H.264 and AAC.',
  ),
  '/2207027': failure('transient', 'Instagram is still preparing the media.'),
  '/2207028': contentFailure('Instagram takes 2 to 10 pictures or videos in one post.'),
  '/2207032': failure('inconclusive', 'Instagram could not prepare the media.'),
  '/2207042': failure(
    'wait',
    'This account has reached Instagram’s daily posting limit. We’ll publish as soon as it allows.',
    60,
  ),
  '/2207050': checkFailure(
    'Instagram has restricted this account. Please open Instagram and follow its notice.',
  ),
  '/2207051': failure(
    'reconcile',
    'Instagram held this back as possible spam. We’re checking whether it went out, and won’t post to this account for a few hours.',
    4 * 60,
  ),
  '/2207052': failure('transient', 'Instagram could not fetch the media from us. We’ll try again.'),
  '/2207053': failure('inconclusive', 'Instagram could not report the result of the upload.'),
}

/** True if a permission is missing but the token itself is valid. */
export const isPermission = (code: string) => /^(3|10|2\d\d)(\/|$)/.test(code)

export function findFailure(code: number, subcode: number | undefined): Failure | undefined {
  return (
    FAILURES[`${code}/${subcode}`] ??
    FAILURES[`/${subcode}`] ??
    FAILURES[String(code)] ??
    (code >= 200 && code <= 299 ? PERMISSION : undefined)
  )
}

/** Finds the failure of a stored code, such as `36003/2207009`. */
function failureOf(code: string): Failure | undefined {
  const [general, subcode] = code.split('/').map(Number)
  return findFailure(general ?? 0, subcode)
}

/** Returns true for the code of an error that the post's text or media caused. */
export const isContentCode = (code: string) => failureOf(code)?.isContentError === true

export const metaCodes: NetworkCodes = {
  content: isContentCode,
  check: code => failureOf(code)?.needsUserCheck === true,
  gone: [OBJECT_GONE],
  forbidden: isPermission,
  signedOut: code => ['102', '190'].includes(code.split('/')[0] ?? ''),
}
