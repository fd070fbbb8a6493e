import { useStore } from '@nanostores/react'
import { ExternalLink, Maximize2, PencilLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { networks } from '#shared/networks.ts'
import { type ProviderPost, PROVIDER_POST_MESSAGES } from '#shared/posts/provider-posts.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { EditText } from '#site/dashboard/shared/EditText.tsx'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { excerptOf, withoutGaps, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { PostAction } from '#site/dashboard/shared/post-dialogs/PostAction.tsx'
import { ReactionCounts } from '#site/dashboard/shared/ReactionCounts.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { withReason } from '#site/lib/api/error.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { Tooltip } from '#site/ui/popovers/Tooltip.tsx'
import { Time } from '#site/ui/Time.tsx'
import { $opened, deletePost, saveText } from './feed.ts'

const ICON = 'size-3.5'

export function FeedCard({ post }: { post: ProviderPost }) {
  const now = useStore($now)
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const name = excerptOf(post.message)
  const [first, ...others] = post.media
  const changeThere = `Change this post on ${networks[post.network].name} itself`

  function stopEditing() {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  return (
    <article
      aria-label={name}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4
        sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-5 sm:p-5"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => $opened.set(post)}
        className="block cursor-pointer self-start sm:row-span-2"
      >
        <Picture
          picture={
            post.picture
              ? { kind: first?.kind ?? 'image', thumbnailUrl: post.picture, more: others.length }
              : undefined
          }
          className="aspect-square w-full"
        />
      </button>
      <div className="grid grid-cols-1 content-start gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-soft">
          <Time instant={post.createdAt} now={now} zone={useStore($businessZone)} />
          <Counts post={post} />
        </div>
        {editing ? (
          <EditText
            label="Message"
            network={post.network}
            maxChars={networks[post.network].maxChars}
            before={post.message}
            onSave={text => saveText(post, text)}
            onClose={stopEditing}
          />
        ) : (
          <ClampedText lines={3} more="Show all" className="text-sm">
            {withoutGaps(post.message) || NO_MESSAGE}
          </ClampedText>
        )}
      </div>
      {!editing && (
        <footer className="-mx-2 -mb-2 flex flex-wrap gap-1 self-end max-sm:col-span-2">
          <PostAction label="View" spoken={`View ${name}`} icon={Maximize2} run={() => $opened.set(post)} />
          {networks[post.network].editsPosts ? (
            <Allowed to="publish">
              <Explained by={post.canEdit ? undefined : changeThere}>
                <Button
                  ref={editButton}
                  small
                  variant="quiet"
                  aria-disabled={!post.canEdit || undefined}
                  aria-description={post.canEdit ? undefined : changeThere}
                  onClick={() => post.canEdit && setEditing(true)}
                  icon={<PencilLine className={ICON} />}
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
                icon={<ExternalLink className={ICON} />}
                aria-label={`Open in new tab: ${name} on ${networks[post.network].name}`}
              >
                Open in new tab
              </ButtonLink>
            )
          )}
          {post.canDelete && (
            <Allowed to="publish">
              <PostAction
                label="Delete"
                spoken={`Delete ${name}`}
                icon={Trash2}
                run={() => askToDelete(post)}
              />
            </Allowed>
          )}
        </footer>
      )}
    </article>
  )
}

const askToDelete = (post: ProviderPost) =>
  ask({
    title: 'Delete this post?',
    label: 'Delete',
    danger: true,
    children: post.repeats
      ? PROVIDER_POST_MESSAGES.confirmDeleteRepeated(networks[post.network].shortName)
      : PROVIDER_POST_MESSAGES.confirmDelete,
    onAction: () => deletePost(post),
    describeFailure: error => withReason(PROVIDER_POST_MESSAGES.deleteFailed, error),
  })

const Explained = ({ by, children }: { by: string | undefined; children: React.ReactNode }) =>
  by ? <Tooltip text={by}>{children}</Tooltip> : children

export const Counts = ({ post: { network, likes, comments } }: { post: ProviderPost }) => (
  <span className="flex items-center gap-3 tabular-nums">
    <ReactionCounts likes={likes} comments={comments} thumbs={networks[network].likeIcon !== 'heart'} />
  </span>
)
