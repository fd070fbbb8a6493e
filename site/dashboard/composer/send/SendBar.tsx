import { useStore } from '@nanostores/react'
import { CalendarClock, CircleCheck, Send } from 'lucide-react'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $connected } from '#site/dashboard/composer/draft/accounts.ts'
import { $draft, $enabled, commentFor } from '#site/dashboard/composer/draft/draft.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $busy, $sending, cancelSending, type Sending } from './send.ts'
import { summarizeSend } from './summary.ts'

/** A summary, the send button and its progress. */
export function SendBar() {
  const draft = useStore($draft)
  const enabled = useStore($enabled)
  const busy = useStore($busy)
  const sending = useStore($sending)
  const business = useStore($selectedDomain)?.businessName
  const anyConnected = Object.keys(useStore($connected)).length > 0
  const commented = enabled.some(network => commentFor(draft, network).trim() !== '')
  const Icon = draft.isScheduled ? CalendarClock : Send
  return (
    <div className="grid content-start gap-4 border-t border-base-300 pt-6">
      <p className="text-sm wrap-anywhere text-soft">
        {summarizeSend({ ...draft, ...(business && { business }), commented, anyConnected }, enabled)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="primary"
          busy={busy}
          className="max-sm:w-full"
          icon={<Icon aria-hidden="true" className="size-4" />}
        >
          {draft.isScheduled ? 'Schedule Post' : 'Post Now'}
        </Button>
        {sending.state === 'uploading' && (
          <span ref={keepFocus}>
            <Button look="quiet" onClick={cancelSending}>
              Cancel
            </Button>
          </span>
        )}
      </div>
      <Progress sending={sending} />
      {sending.state === 'sent' && <Sent postId={sending.postId} notes={sending.notes} />}
    </div>
  )
}

function Progress({ sending }: { sending: Sending }) {
  const percent = sending.state === 'uploading' ? Math.floor(sending.fraction * 100) : undefined
  const words = percent === undefined ? 'Checking and converting…' : `Uploading ${percent}%`
  if (sending.state !== 'uploading' && sending.state !== 'checking') return null
  return (
    <div className="grid max-w-sm gap-1.5">
      <progress
        className="progress progress-neutral"
        value={percent}
        max={100}
        aria-label="Sending the post"
      />
      <p className="text-xs text-soft tabular-nums">{words}</p>
      <p role="status" className="sr-only">
        {percent === undefined ? words : 'Uploading'}
      </p>
    </div>
  )
}

const Sent = ({ postId, notes }: { postId: string; notes: readonly string[] }) => (
  <div className="flex animate-rise items-start gap-3 rounded-box border border-success/35 bg-success/10 px-4 py-3 text-sm">
    <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
    <div className="grid gap-1">
      <p>{POST_MESSAGES.accepted}</p>
      {notes.map(note => (
        <p key={note} className="text-soft">
          {note}
        </p>
      ))}
      <a href={`/dashboard/view-post?post=${postId}`} className="prose-link font-semibold">
        See it in Manage Social Posts
      </a>
    </div>
  </div>
)
