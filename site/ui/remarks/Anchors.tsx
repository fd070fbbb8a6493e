import { CircleCheck, MapPin, X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Anchor } from '#shared/posts/anchors.ts'
import type { PostComment } from '#shared/posts/approvals.ts'
import { excerpt, withoutMarks } from '#shared/text/graphemes.ts'
import { Button } from '#site/ui/Button.tsx'
import { NUMBER } from './Pin.tsx'
import { useRemarks } from './Remarks.tsx'

const QUOTE_LENGTH = 80

function Part({ anchor }: { anchor: Anchor }) {
  const found = useRemarks()?.find(anchor)
  if (!found) return <>About {'mediaId' in anchor ? 'a picture' : 'text'} that has changed</>
  if ('quote' in found)
    return (
      <q dir="auto" translate="no" className="min-w-0 wrap-anywhere">
        {excerpt(withoutMarks(found.quote), QUOTE_LENGTH)}
      </q>
    )
  return (
    <>
      <img
        src={found.file.thumbnailUrl ?? found.file.url}
        alt=""
        loading="lazy"
        className="size-9 rounded-field object-cover"
      />
      <span className="min-w-0 wrap-anywhere">{found.file.altText || 'Picture'}</span>
    </>
  )
}

const LINE = 'flex min-h-11 items-center gap-2 text-start text-xs text-soft'

/** The number and anchor of a remark. Pressing it shows the place on the preview, while the remark is open. */
function About({ id }: { id: string }) {
  const remarks = useRemarks()
  const remark = remarks?.remarks.find(remark => remark.id === id)
  if (!remarks || !remark) return null
  const label = (
    <>
      <span aria-hidden="true" className={NUMBER}>
        {remark.label}
      </span>
      <span className="sr-only">Remark {remark.label}:</span>
      <Part anchor={remark.anchor} />
    </>
  )
  return remark.isOpen && remarks.find(remark.anchor) ? (
    <button
      type="button"
      id={`remark-${id}`}
      className={`${LINE} w-full cursor-pointer rounded-field hover:text-base-content`}
      onClick={() => remarks.reveal(remark)}
    >
      {label}
    </button>
  ) : (
    <p className={LINE}>{label}</p>
  )
}

type CommentBodyProps = { comment: PostComment; children: ReactNode }

/** A comment's text below the part that it is about. A resolved remark is one line to unfold. */
export function CommentBody({ comment: { _id, message, resolvedAt }, children }: CommentBodyProps) {
  const body = (
    <>
      <About id={_id} />
      {children}
    </>
  )
  if (!resolvedAt) return body
  return (
    <details>
      <summary className={`${LINE} cursor-pointer rounded-field hover:text-base-content`}>
        <CircleCheck className="size-4 shrink-0 text-success" />
        <b>Resolved</b>
        <span dir="auto" className="min-w-0 truncate">
          {excerpt(message, QUOTE_LENGTH)}
        </span>
      </summary>
      {body}
    </details>
  )
}

/** Pins a comment to a place in a picture, and shows the part that it is about. */
export function AnchorField() {
  const remarks = useRemarks()
  if (!remarks) return null
  const { media, anchor, setAnchor, isPlacing, setPlacing } = remarks
  if (anchor)
    return (
      <p className={LINE}>
        <Part anchor={anchor} />
        <Button
          small
          variant="quiet"
          aria-label="Comment on the whole post"
          onClick={() => setAnchor(undefined)}
        >
          <X className="size-4" />
        </Button>
      </p>
    )
  if (!media.some(({ kind }) => kind === 'image')) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Button
        small
        variant="quiet"
        className="-ms-2"
        icon={<MapPin className="size-3.5" />}
        onClick={() => setPlacing(!isPlacing)}
      >
        {isPlacing ? 'Don’t pin' : 'Pin to picture'}
      </Button>
      <p role="status" className="text-xs text-soft">
        {isPlacing && 'Press the place in the picture.'}
      </p>
    </div>
  )
}
