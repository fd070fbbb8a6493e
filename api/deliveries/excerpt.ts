import { excerpt as excerptOf } from '#shared/text/graphemes.ts'

const EXCERPT_LENGTH = 80

/** Returns the beginning of a post's text, on one line. */
export const excerpt = (message: string): string => excerptOf(message, EXCERPT_LENGTH)
