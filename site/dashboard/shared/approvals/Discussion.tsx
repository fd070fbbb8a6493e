import { useStore } from '@nanostores/react'
import { Lock, MessageSquare } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { PostComment } from '#shared/posts/approvals.ts'
import { commentParts, mentionedIn, type Person } from '#shared/posts/mentions.ts'
import type { Post } from '#shared/posts/posts.ts'
import { MAX_COMMENT_CHARS } from '#shared/posts/review-page.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton, Button, useSubmit } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { AnchorField, CommentBody } from '#site/ui/remarks/Anchors.tsx'
import { useRemarks } from '#site/ui/remarks/Remarks.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import {
  $comments,
  $people,
  addComment,
  commentsOf,
  loadComments,
  resolveRemark,
  completeMention,
  suggestionsFor,
  typedMention,
} from './comments.ts'

/** Comments on a post, or only a button if it has neither comments nor an approval. */
export function Discussion({ post }: { post: Post }) {
  const comments = useStore($comments)
  const mayComment = useStore($may)(post.domainId, 'comment')
  const [open, setOpen] = useState(false)
  const anchor = useRemarks()?.anchor
  const decision = `${post.approval?.state} ${post.approval?.at}`
  useEffect(() => void loadComments(post._id), [post._id, decision])

  const list = commentsOf(comments, post._id)
  if (!post.approval && list.length === 0 && !open && !anchor && comments.state !== 'failed')
    return mayComment && comments.state === 'ready' ? (
      <Button
        small
        variant="quiet"
        className="-ms-2 justify-self-start"
        icon={<MessageSquare className="size-3.5" />}
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
            <Comment key={comment._id} comment={comment} post={post} mayResolve={mayComment} />
          ))}
        </ol>
      )}
      {mayComment && <CommentForm key={post._id} postId={post._id} focused={open} />}
    </section>
  )
}

function Comment({ comment, post, mayResolve }: { comment: PostComment; post: Post; mayResolve: boolean }) {
  const { _id, name, via, internal, message, anchor, resolvedAt, createdAt } = comment
  const zone = useStore($zoneOf)(post.domainId)
  const now = useStore($now)
  const people = useStore($people)
  return (
    <li className="grid gap-1 rounded-field border border-base-300 px-3.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{name}</span>
        <span className="text-xs text-soft">
          {via === 'link' && 'by review link · '}
          <Time instant={createdAt} now={now} zone={zone} />
        </span>
        {internal && <Badge icon={Lock}>Team only</Badge>}
      </p>
      <CommentBody comment={comment}>
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
      </CommentBody>
      {anchor && mayResolve && (
        <BusyButton
          small
          variant="quiet"
          className="-ms-3 justify-self-start"
          onClick={() => resolveRemark(post._id, _id, !resolvedAt)}
        >
          {resolvedAt ? 'Reopen' : 'Resolve'}
          <span className="sr-only"> the remark of {name}</span>
        </BusyButton>
      )}
    </li>
  )
}

function CommentForm({ postId, focused }: { postId: string; focused: boolean }) {
  const remarks = useRemarks()
  const [message, setMessage] = useState('')
  const [internal, setInternal] = useState(false)
  const [busy, form] = useSubmit(async () => {
    const text = message.trim()
    if (text === '') return
    const mentions = mentionedIn(text, $people.get()).map(({ _id }) => _id)
    if (await addComment(postId, { message: text, internal, mentions, anchor: remarks?.anchor })) {
      setMessage('')
      remarks?.setAnchor(undefined)
    }
  })

  return (
    <form {...form} className="grid gap-2">
      <AnchorField />
      <CommentInput value={message} focused={focused || remarks?.anchor} onChange={setMessage} />
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

type CommentInputProps = {
  value: string
  /** The input takes the focus when this becomes truthy. */
  focused: unknown
  onChange: (value: string) => void
}

/** A comment in which '@' suggests the members of the business. */
function CommentInput({ value, focused, onChange }: CommentInputProps) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const me = useStore($me)
  const myId = me.state === 'ready' ? me.data._id : undefined
  const people = useStore($people).filter(({ _id }) => _id !== myId)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Position of the '@' whose suggestions were closed or accepted. */
  const [closedAt, setClosedAt] = useState<number>()

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  const typed = typedMention(value, caret)
  const found = typed && typed.at !== closedAt ? suggestionsFor(typed.query, people) : []
  const chosen = found[active] ?? found[0]
  const optionId = (person: Person) => `${id}-${person._id}`

  const activeId = chosen && optionId(chosen)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(person: Person) {
    if (!typed) return
    const next = completeMention(value, typed, person)
    onChange(next.text)
    setClosedAt(typed.at)
    setCaret(next.caret)
    const element = input.current
    // React sets the value first, which moves the caret to the end.
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(next.caret, next.caret)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!chosen || event.nativeEvent.isComposing) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) setActive((found.indexOf(chosen) + by + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosedAt(typed?.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="grid grid-cols-1 gap-1">
      <TextArea
        ref={input}
        rows={2}
        maxLength={MAX_COMMENT_CHARS}
        label="Add a comment"
        hint={people.length > 0 && 'Type @ to mention somebody.'}
        value={value}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setClosedAt(typed?.at)}
        onChange={event => {
          const { value: next, selectionStart } = event.target
          onChange(next)
          setCaret(selectionStart)
          setActive(0)
          if (next[closedAt ?? -1] !== '@') setClosedAt(undefined)
        }}
      />
      <p role="status" className="sr-only">
        {found.length > 0 && `${plural(found.length, 'person', 'people')}. Arrow keys and Enter choose.`}
      </p>
      {found.length > 0 && (
        <ul
          id={`${id}-people`}
          role="listbox"
          aria-label="People to mention"
          className="grid grid-cols-1 rounded-field border border-base-300 bg-raised p-1"
        >
          {found.map(person => (
            <li
              key={person._id}
              id={optionId(person)}
              role="option"
              aria-selected={person === chosen}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm hover:bg-base-200 aria-selected:bg-base-200"
              // The text keeps the focus.
              onPointerDown={event => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <span className="truncate">{person.name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
