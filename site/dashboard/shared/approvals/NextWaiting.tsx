import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { closePost, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { NextLoading } from './NextLoading.tsx'
import { $waiting } from './waiting.ts'

const EXCERPT_LENGTH = 36

/**
 * After a decision, links to the next post that waits for the user. On a phone, the button is where Approve was, so that two taps in
 * one place decide on a post.
 */
export function NextWaiting({ variant }: { variant: 'primary' | 'plain' }) {
  const waiting = useStore($waiting)
  useEffect(() => void $waiting.reload(), [])
  if (waiting.state === 'failed') return null
  if (waiting.state === 'loading') return <NextLoading />
  const { posts, hasMore } = waiting.data
  const [next] = posts
  if (!next)
    return (
      <>
        <p className="grow text-sm text-soft">No other post waits for your approval.</p>
        <Button variant={variant} onClick={closePost}>
          Done
        </Button>
      </>
    )
  const excerpt = excerptOf(next.deliveries[0]?.message ?? '', EXCERPT_LENGTH)
  const left = `${posts.length}${hasMore ? '+' : ''} left`
  return (
    <div ref={keepFocus} className="flex min-w-0 items-center gap-3 max-sm:grow">
      <Button
        variant={variant}
        className="min-w-0 max-sm:grow"
        onClick={() => void $router.open(pathToPost(next._id), true)}
      >
        <span className="truncate">
          Next<span className="max-sm:hidden">:</span> <span className="max-sm:sr-only">{excerpt}</span>
          <span className="font-normal max-[24rem]:hidden sm:hidden"> · {left}</span>
        </span>
      </Button>
      <span className="shrink-0 text-sm text-soft tabular-nums max-sm:sr-only">{left}</span>
    </div>
  )
}
