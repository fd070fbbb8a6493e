import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { atom } from 'nanostores'
import { useEffect } from 'react'

import { networkNames } from '#shared/format-list.ts'
import {
  type Delivery,
  type DeliveryState,
  NEVER_CONFIRMED,
  type Post,
  PROBLEM_STATES,
} from '#shared/posts/posts.ts'
import { openDraft } from '#site/dashboard/composer/draft/drafts.ts'
import { $copyLabel, askToCopy } from '#site/dashboard/shared/post-dialogs/copies.ts'
import { $isBeside, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import {
  $unsent,
  dismissSentPost,
  dismissSuccess,
  sentPostPath,
  type SentPost,
  $sentPost,
} from './sending.ts'

export function AfterSending({ sent }: { sent: SentPost }) {
  const undoing = useStore($undoing)
  const copyLabel = useStore($copyLabel)
  const isBeside = useStore($isBeside)
  const followed = sent.tab === 'scheduled' ? undefined : sent.postId
  useEffect(() => (followed ? followSentPost(followed) : undefined), [followed])
  return (
    <>
      {sent.notes.map(note => (
        <p key={note} className="text-soft @max-xl:order-last @max-xl:basis-full">
          {note}
        </p>
      ))}
      <a href={isBeside ? pathToPost(sent.postId) : sentPostPath(sent)} className="prose-link font-semibold">
        View<span className="sr-only"> the post</span>
      </a>
      {copyLabel && (
        <Button small variant="quiet" className="@max-xl:order-last" onClick={() => askToCopy([sent.postId])}>
          {copyLabel}
        </Button>
      )}
      {sent.at && (
        <Button
          small
          busy={undoing}
          aria-keyshortcuts="Z"
          onClick={async ({ currentTarget: { form } }) => {
            if (await cancelSentPost(sent)) form?.querySelector('textarea')?.focus()
          }}
        >
          Undo
        </Button>
      )}
      <span className="ms-auto">
        <IconButton label="Dismiss" icon={<X />} onClick={dismissSentPost} />
      </span>
    </>
  )
}

const FAILED: readonly DeliveryState[] = PROBLEM_STATES

/** Updates the line about a post as networks publish or reject it. Returns the function that stops it. */
function followSentPost(postId: string): () => void {
  const readSoon = debounced(() => void showOutcome(postId).catch(() => undefined))
  const stop = onLive('delivery', event => event.postId === postId && readSoon())
  // It may be published already.
  readSoon()
  return () => {
    readSoon.cancel()
    stop()
  }
}

async function showOutcome(id: string) {
  const { data } = await bodyOf(api.posts[':id'].$get({ param: { id } }))
  const sent = $sentPost.get()
  if (sent?.postId !== id) return
  $sentPost.set({ ...sent, ...outcomeOf(data) })
  if ($unsent.get()) dismissSuccess()
}

/** Returns the line about a sent post. */
export function outcomeOf({ deliveries }: Pick<Post, 'deliveries'>): Partial<SentPost> {
  const failed = deliveries.filter(({ state }) => FAILED.includes(state))
  const published = deliveries.filter(({ state }) => state === 'published')
  const namesOf = (some: readonly Delivery[]) => networkNames(some.map(({ network }) => network))
  const names = namesOf(failed.length > 0 ? failed : deliveries)
  const outcome = (tab: SentPost['tab'], line: string) => ({ message: undefined, tab, line })
  if (failed.some(({ reasonCode }) => reasonCode === NEVER_CONFIRMED))
    return outcome('attention', `Possibly not published on ${names}. Choose View to check.`)
  if (failed.length > 0) {
    const start = published.length > 0 ? `Published on ${namesOf(published)}, but not on` : 'Not published on'
    const others = deliveries.filter(({ state }) => state !== 'published' && !FAILED.includes(state))
    const waiting = others.length > 0 ? ` On its way to ${namesOf(others)}.` : ''
    return outcome('attention', `${start} ${names}.${waiting} Choose View to see why.`)
  }
  if (published.length === deliveries.length) return outcome('published', `Published on ${names}`)
  return { tab: 'progress', line: `On its way to ${names}` }
}

const $undoing = atom(false)

/** Cancels a scheduled post and opens its draft. Shows a failure in a toast. @returns true if the post is a draft again */
export async function cancelSentPost({ postId, occurrences }: SentPost): Promise<boolean> {
  if ($undoing.get()) return false
  let isUndone = false
  $undoing.set(true)
  await withErrorToast('This post couldn’t be cancelled. Choose View to see its state.', async () => {
    const json = occurrences ? { series: 'following' as const } : {}
    const { draftId } = await bodyOf(api.posts[':id'].cancel.$post({ param: { id: postId }, json }))
    isUndone = true
    dismissSentPost()
    if (draftId) await openDraft(draftId)
  })
  $undoing.set(false)
  return isUndone
}
