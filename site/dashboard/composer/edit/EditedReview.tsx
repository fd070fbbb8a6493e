import { useStore } from '@nanostores/react'
import { MessageSquare, UserCheck } from 'lucide-react'
import { useEffect } from 'react'

import { plural } from '#shared/plural.ts'
import { $comments, commentsOf, loadComments } from '#site/dashboard/shared/approvals/comments.ts'
import { approvalEnds } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { CommentBody } from '#site/ui/remarks/Anchors.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import type { Editing } from './editing.ts'

type EditedReviewProps = Pick<Editing, 'postId' | 'approvedBy' | 'review'>

/** Says that a change ends the approval, or shows the requested changes. */
export function EditedReview({ postId, approvedBy, review }: EditedReviewProps) {
  const comments = useStore($comments)
  const state = comments.postId === postId ? comments.state : 'loading'
  useEffect(() => void loadComments(postId), [postId])
  const open = commentsOf(comments, postId)
    .filter(({ resolvedAt }) => !resolvedAt)
    .toReversed()
  return (
    <>
      {approvedBy && (
        <p className={NOTE}>
          <UserCheck className="size-5 shrink-0 text-amber" />
          <span className="min-w-0 wrap-anywhere">
            {approvalEnds(approvedBy)} Changing only the time keeps the approval.
          </span>
        </p>
      )}
      {review === 'changes_requested' && state === 'loading' && (
        <div className="mb-4">
          <SkeletonRows rows={2} label="Loading what the reviewers wrote" />
        </div>
      )}
      {review && state === 'failed' && (
        <ErrorState
          message="What the reviewers wrote didn’t load. Try again."
          onRetry={() => void loadComments(postId)}
        />
      )}
      {review && open.length > 0 && (
        <section aria-label="Comments to address" className={NOTE}>
          <MessageSquare className="size-5 shrink-0 text-amber" />
          <div className="grid min-w-0 grow gap-2">
            <h2 className="text-sm">{plural(open.length, 'open comment')}</h2>
            <ol className="grid max-h-40 gap-2 overflow-y-auto">
              {open.map(comment => (
                <li key={comment._id} className="min-w-0">
                  <b className="text-xs">{comment.name}</b>
                  <CommentBody comment={comment}>
                    <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
                      {comment.message}
                    </span>
                  </CommentBody>
                </li>
              ))}
            </ol>
          </div>
        </section>
      )}
    </>
  )
}

const NOTE = 'mb-4 flex gap-3 rounded-box border border-amber/40 bg-amber/10 px-4 py-2.5 text-sm'
