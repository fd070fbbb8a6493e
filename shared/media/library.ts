import * as v from 'valibot'

import { pageSize } from '#shared/pagination.ts'
import { Labels } from '#shared/posts/labels.ts'
import { printable, requiredLine } from '#shared/text/text.ts'
import { LIBRARY_SORTS } from './library-sorts.ts'
import { MAX_ALT_TEXT, type MediaItem } from './media.ts'

export const LIBRARY_USES = ['used', 'unused'] as const

export const LibraryQuery = v.object({
  /** Lists the files of all businesses of the user, instead of those of the selected business. */
  businesses: v.optional(v.literal('all')),
  /** Part of a file's name, alt text or label. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  kind: v.optional(v.picklist(['image', 'video'])),
  use: v.optional(v.picklist(LIBRARY_USES)),
  label: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Lists files without a label. */
  labelled: v.optional(v.literal('none')),
  /** Sorts by name (ascending), or by date, size or last use (descending). */
  sort: v.optional(v.picklist(LIBRARY_SORTS), 'newest'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(100))),
  limit: pageSize(48),
})
export type LibraryQuery = v.InferOutput<typeof LibraryQuery>

/** Changes the given properties of a file. */
export const EditMedia = v.object({
  name: v.optional(requiredLine('Please enter a name.', 120)),
  altText: v.optional(
    v.pipe(v.string('Please enter an alt text.'), printable, v.trim(), v.maxLength(MAX_ALT_TEXT)),
  ),
  labels: v.optional(Labels),
})
export type EditMedia = v.InferOutput<typeof EditMedia>

/** A file of a business’s library, with the number of posts and drafts that use the file or an identical copy of it. */
export type LibraryItem = MediaItem & {
  createdAt: string
  labels: string[]
  posts: number
  drafts: number
  /** Only in lists of all businesses. */
  domainId?: string
}

export type LibraryPage = { items: LibraryItem[]; nextCursor: string | null }

export type MediaUse = { postId?: string; draftId?: string; text: string; at: string }
