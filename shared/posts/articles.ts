import { excerpt } from '#shared/text/graphemes.ts'
import type { PostExtras } from './extras.ts'

const MAX_QUOTED = 70

/** Returns an article's title. An article without a title gets the beginning of its text. */
export const articleTitle = (message: string, extras: PostExtras | null | undefined): string =>
  extras?.title.trim() || excerpt(message.trim().split('\n', 1)[0] ?? '', MAX_QUOTED)
