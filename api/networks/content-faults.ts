import { CONTENT_CODES } from './bluesky/errors.ts'
import { VIDEO_ERROR } from './facebook/video.ts'
import { REJECTED } from './google/posts.ts'
import { isContentCode } from './meta/failures.ts'
import { CONTENT_CODES as ARTICLE_CODES } from './wordpress/errors.ts'

/** Google's code for a text or picture that breaks its rules. */
const INVALID_ARGUMENT = 'google/INVALID_ARGUMENT'
const OTHER_CODES: readonly string[] = [
  VIDEO_ERROR,
  REJECTED,
  INVALID_ARGUMENT,
  ...CONTENT_CODES,
  ...ARTICLE_CODES,
]

/** Returns true for the code of a failure that remains until the post's text or media change. */
export const isContentFault = (code: string) => OTHER_CODES.includes(code) || isContentCode(code)
