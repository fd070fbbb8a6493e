import { describe, expect, test } from 'bun:test'

import { needsUserCheck, isContentError, isForbidden, isPostGone, isSignedOut } from './codes.ts'
import { NetworkError } from './core/network.ts'

const errorOf = (code: string) => new NetworkError('permanent', code, '')
const meaningsOf = (code: string) =>
  Object.entries({
    content: isContentError(code),
    check: needsUserCheck(code),
    gone: isPostGone(errorOf(code)),
    forbidden: isForbidden(errorOf(code)),
    signedOut: isSignedOut(code),
  }).flatMap(([meaning, applies]) => (applies ? [meaning] : []))

describe('a stored code says what has to happen, whichever network it is from', () => {
  test.each([
    ['video_error', ['content']],
    ['36003/2207009', ['content']],
    ['368', ['check']],
    ['100/33', ['gone']],
    ['200', ['forbidden']],
    ['190/463', ['signedOut']],
    ['google/INVALID_ARGUMENT', ['content']],
    ['google/no-post', ['gone']],
    ['google/PERMISSION_DENIED', ['forbidden']],
    ['google/invalid_grant', ['signedOut']],
    ['bluesky/PayloadTooLarge', ['content']],
    ['bluesky/RecordNotFound', ['gone']],
    ['bluesky/AuthenticationRequired', ['signedOut']],
    ['wordpress/no-category', ['content']],
    ['wordpress/rest_already_trashed', ['gone']],
    ['wordpress/no-moderation', ['forbidden']],
    ['wordpress/signed-out', ['signedOut']],
    ['timeout', []],
  ])('%s', (code, meanings) => {
    expect(meaningsOf(code)).toEqual(meanings)
  })
})
