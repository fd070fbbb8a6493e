import { useStore } from '@nanostores/react'
import { Lock, MessageSquare } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'

import type { PostComment } from '#shared/posts/approvals.ts'
import { commentParts } from '#shared/posts/mentions.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { CommentInput } from './CommentInput.tsx'
import { $comments, $people, addComment, loadComments } from './comments.ts'
import { mentionedIds } from './mentioning.ts'

/** Comments on a post. If there is neither a required approval nor a comment, only a button is shown. */
export function Discussion({ post }: { post: Post }) {
  const comments = useStore($comments)
  const zone = useStore($zoneOf)(post.domainId)
  const mayComment = useStore($may)(post.domainId, 'comment')
  const [open, setOpen] = useState(false)
  const decision = `${post.approval?.state} ${post.approval?.at}`
  useEffect(() => void loadComments(post._id), [post._id, decision])

  const list = comments.postId === post._id && comments.state === 'ready' ? comments.data : []
  if (!post.approval && list.length === 0 && !open)
    return mayComment && comments.state === 'ready' ? (
      <Button
        small
        variant="quiet"
        className="-ms-2 justify-self-start"
        icon={<MessageSquare aria-hidden="true" className="size-3.5" />}
        onClick={() => setOpen(true)}
      >
        Comment
      </Button>
    ) : null
  return (
    <section aria-label="Discussion" className="grid grid-cols-1 gap-3">
      <h3 className="text-base">Discussion</h3>
      {comments.state === 'loading' && <SkeletonRows rows={2} label="Loading the discussion" />}
      {comments.state === 'failed' && (
        <ErrorState message={comments.message} onRetry={() => void loadComments(post._id)} />
      )}
      {list.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {list.map(comment => (
            <Comment key={comment._id} {...comment} zone={zone} />
          ))}
        </ol>
      )}
      {mayComment && <CommentForm key={post._id} postId={post._id} focused={open} />}
    </section>
  )
}

function Comment({ name, via, internal, message, createdAt, zone }: PostComment & { zone: string }) {
  const now = useStore($now)
  const people = useStore($people)
  return (
    <li className="grid gap-1 rounded-field border border-base-300 px-3.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{name}</span>
        <span className="text-xs text-soft">
          {via === 'link' && 'by review link · '}
          <Time
            instant={createdAt}
            relative={formatRelative(createdAt, now, zone)}
            exact={formatExact(createdAt, zone)}
          />
        </span>
        {internal && <Badge icon={<Lock aria-hidden="true" className="size-3" />}>Team only</Badge>}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {commentParts(message, people).map(({ text, person }, index) =>
          person ? (
            <span key={index} className="font-semibold">
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  )
}

function CommentForm({ postId, focused }: { postId: string; focused: boolean }) {
  const [message, setMessage] = useState('')
  const [internal, setInternal] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Ids of the people picked from the suggestions, which distinguish people with the same name. */
  const [picked] = useState(() => new Set<string>())

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const text = message.trim()
    if (text === '') return
    setBusy(true)
    const mentions = mentionedIds(text, $people.get(), picked)
    if (await addComment(postId, { message: text, internal, mentions })) setMessage('')
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2">
      <CommentInput
        value={message}
        focused={focused}
        onChange={setMessage}
        onMention={({ _id }) => picked.add(_id)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Switch
          label="Team only"
          hint="Reviewers with a link don’t see it."
          checked={internal}
          onChange={setInternal}
        />
        <Button type="submit" busy={busy} disabled={message.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  )
}
