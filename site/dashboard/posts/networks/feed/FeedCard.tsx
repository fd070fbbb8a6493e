import { useStore } from '@nanostores/react'
import { ExternalLink, Maximize2, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { networks } from '#shared/networks.ts'
import type { ProviderPost } from '#shared/posts/provider-posts.ts'
import { Counts } from '#site/dashboard/posts/networks/Counts.tsx'
import { EditText } from '#site/dashboard/posts/networks/EditText.tsx'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { excerptOf, NO_MESSAGE, withoutGaps } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { Tooltip } from '#site/ui/popovers/Tooltip.tsx'
import { Time } from '#site/ui/Time.tsx'
import { askToDelete, view } from './change-feed.ts'
import { FeedPicture } from './FeedPicture.tsx'

const ICON = 'size-3.5'

export function FeedCard({ post }: { post: ProviderPost }) {
  const now = useStore($now)
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const name = excerptOf(post.message)

  function stopEditing() {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  return (
    <article
      ref={keepFocus}
      aria-label={name}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4
        sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-5 sm:p-5"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => view(post)}
        className="block cursor-pointer self-start sm:row-span-2"
      >
        <FeedPicture post={post} />
      </button>
      <div className="grid grid-cols-1 content-start gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-soft">
          <Time
            instant={post.createdAt}
            relative={formatRelative(post.createdAt, now)}
            exact={formatExact(post.createdAt)}
          />
          <Counts post={post} />
        </div>
        {editing ? (
          <EditText post={post} onDone={stopEditing} />
        ) : (
          <ClampedText lines="few" more="Show all" className="text-sm">
            {withoutGaps(post.message) || NO_MESSAGE}
          </ClampedText>
        )}
      </div>
      {!editing && (
        <footer className="-mx-2 -mb-2 flex flex-wrap gap-1 self-end max-sm:col-span-2">
          <Button
            small
            variant="quiet"
            onClick={() => view(post)}
            icon={<Maximize2 aria-hidden="true" className={ICON} />}
            aria-label={`View ${name}`}
          >
            View
          </Button>
          {post.network === 'facebook' ? (
            <Allowed to="publish">
              <Explained by={post.canEdit ? undefined : 'Change this post on Facebook itself'}>
                <Button
                  ref={editButton}
                  small
                  variant="quiet"
                  aria-disabled={!post.canEdit || undefined}
                  aria-description={post.canEdit ? undefined : 'Change this post on Facebook itself'}
                  onClick={() => post.canEdit && setEditing(true)}
                  icon={<PencilLine aria-hidden="true" className={ICON} />}
                  aria-label={`Edit ${name}`}
                  className={post.canEdit ? '' : 'cursor-not-allowed text-soft'}
                >
                  Edit
                </Button>
              </Explained>
            </Allowed>
          ) : (
            post.permalink && (
              <ButtonLink
                small
                variant="quiet"
                href={post.permalink}
                target="_blank"
                rel="noreferrer"
                icon={<ExternalLink aria-hidden="true" className={ICON} />}
                aria-label={`Open in new tab: ${name} on ${networks[post.network].name}`}
              >
                Open in new tab
              </ButtonLink>
            )
          )}
          {post.canDelete && (
            <Allowed to="publish">
              <Button
                small
                variant="quiet"
                onClick={() => askToDelete(post)}
                icon={<Trash2 aria-hidden="true" className={ICON} />}
                aria-label={`Delete ${name}`}
              >
                Delete
              </Button>
            </Allowed>
          )}
        </footer>
      )}
    </article>
  )
}

const Explained = ({ by, children }: { by: string | undefined; children: React.ReactNode }) =>
  by ? <Tooltip text={by}>{children}</Tooltip> : children
