import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { type Anchor, findQuote } from '#shared/posts/anchors.ts'
import type { PostComment } from '#shared/posts/approvals.ts'

/** A comment on a part of the post. Its label is on the preview and beside the comment. */
export type Remark = { id: string; label: string; anchor: Anchor; isOpen: boolean }

/** The parts of a network's content that remarks can be about. */
type Content = { network: NetworkId; text: string; media: readonly MediaItem[] }

type RemarksState = {
  /** With the one that is being written. */
  remarks: readonly Remark[]
  /** All files of the post, each once. */
  media: readonly MediaItem[]
  mayRemark: boolean
  /** Returns the picture or passage of an anchor, or undefined if the post no longer has it. */
  find: (anchor: Anchor) => { file: MediaItem } | { quote: string } | undefined
  /** The part of the post that the comment being written is about. */
  anchor: Anchor | undefined
  setAnchor: (anchor: Anchor | undefined) => void
  /** True while the user chooses a place in a picture. */
  isPlacing: boolean
  setPlacing: (isPlacing: boolean) => void
  /** The remark whose pin is to be shown and focused. */
  revealed: Remark | undefined
  reveal: (remark: Remark | undefined) => void
}

const Context = createContext<RemarksState | undefined>(undefined)

export const useRemarks = () => useContext(Context)

type RemarksProps = {
  posts: readonly Content[]
  comments: readonly PostComment[]
  mayRemark: boolean
  children: ReactNode
}

/** Connects the previews of a post with the comments that are about parts of it. */
export function Remarks({ posts, comments, mayRemark, children }: RemarksProps) {
  const [anchor, setAnchor] = useState<Anchor>()
  const [isPlacing, setPlacing] = useState(false)
  const [revealed, reveal] = useState<Remark>()
  const state = useMemo(() => {
    const media = [...new Map(posts.flatMap(post => post.media).map(item => [item._id, item])).values()]
    function find(anchor: Anchor) {
      if ('mediaId' in anchor) {
        const file = media.find(({ _id }) => _id === anchor.mediaId)
        return file && { file }
      }
      const text = posts.find(({ network }) => network === anchor.network)?.text ?? ''
      return findQuote(text, anchor) === undefined ? undefined : { quote: anchor.quote }
    }
    const written = anchor && { _id: 'written', anchor, internal: false }
    const remarks = toRemarks(written ? [...comments, written] : comments)
    return { remarks, media, mayRemark, find, anchor, setAnchor, isPlacing, setPlacing, revealed, reveal }
  }, [posts, comments, mayRemark, anchor, isPlacing, revealed])
  return <Context value={state}>{children}</Context>
}

/**
 * Numbers the remarks, '1', '2' and so on. Those for the team only are 'T1', 'T2', so that reviewers, who don't see them, read
 * the same numbers as the team.
 */
export function toRemarks(
  comments: readonly Pick<PostComment, '_id' | 'anchor' | 'internal' | 'resolvedAt'>[],
): Remark[] {
  const counts = { T: 0, '': 0 }
  return comments.flatMap(({ _id: id, anchor, internal, resolvedAt }) => {
    if (!anchor) return []
    const prefix = internal ? 'T' : ''
    return { id, anchor, label: `${prefix}${++counts[prefix]}`, isOpen: resolvedAt === undefined }
  })
}
