import * as v from 'valibot'

import { CHOOSE_NETWORK, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { pageSize } from '#shared/pagination.ts'
import { printable } from '#shared/text/text.ts'
import { POST_MESSAGES } from './posts.ts'

/** Posts per page of Manage Social Posts (part 2 §9). */
export const PROVIDER_POSTS_PAGE_SIZE = 5

export const PROVIDER_POST_MESSAGES = {
  getStarted: 'Get Started',
  choose: 'Select a social platform to view your social media posts.',
  loading: 'Loading posts...',
  none: 'No posts found for the selected page.',
  confirmDelete: 'Are you sure you want to delete this post? This cannot be undone.',
  confirmDeleteRepeated: (network: string) =>
    `Are you sure you want to delete this post? ${network} also stops repeating it. This cannot be undone.`,
  deleteFailed: 'Failed to delete the post. Please try again.',
  editFailed: (network: string) => `Failed to update the post on ${network}. Please try again.`,
} as const

export const ProviderPostPlace = v.object({
  network: v.picklist(NETWORK_IDS, CHOOSE_NETWORK),
})

export const ProviderPostRef = v.object({
  ...ProviderPostPlace.entries,
  /** Last part of the post's id at its network. */
  id: v.pipe(v.string(), v.maxLength(300, 'There is no such post.')),
})

export const ProviderPostQuery = v.object({
  /** `nextCursor` of the previous page. */
  after: v.optional(v.pipe(v.string(), v.regex(/^[\w.~+/=:-]{1,1000}$/, 'This page does not exist.'))),
  limit: pageSize(PROVIDER_POSTS_PAGE_SIZE),
})
export type ProviderPostQuery = v.InferOutput<typeof ProviderPostQuery>

/** Input that replaces the message of a published post. */
export const EditProviderPost = v.object({
  message: v.pipe(
    v.string(POST_MESSAGES.noMessage),
    v.maxLength(200_000, 'This message is too long.'),
    v.transform(text => text.replaceAll(/\r\n?/g, '\n')),
    printable,
    v.check(text => text.trim() !== '', POST_MESSAGES.noMessage),
  ),
})

export type ProviderMedia = {
  kind: 'image' | 'video'
  url: string
  /** Still image of a video. */
  poster?: string
  altText: string
}

/** A post as its network stores it, including those published with other tools. */
export type ProviderPost = {
  /** Id at the network, or the last part of the network's name or URI for the post. */
  id: string
  network: NetworkId
  message: string
  createdAt: string
  picture?: string
  permalink?: string
  /** Set if the network repeats the post by itself. */
  repeats?: true
  likes: number | null
  comments: number | null
  media: ProviderMedia[]
  /** True if the network lets us change its message. */
  canEdit: boolean
  canDelete: boolean
  /** Id of our post, if Currawong published it. */
  postId?: string
}
