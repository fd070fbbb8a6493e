import { useStore } from '@nanostores/react'
import { CircleCheck, X } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $sent, dismissSent, type SentPost } from './sent.ts'
import { $undoing, undoSent } from './undo-sent.ts'

/** Moves the focus back to the text once the post is a draft again. */
async function undo(sent: SentPost, form: HTMLFormElement | null) {
  await undoSent(sent)
  form?.querySelector('textarea')?.focus()
}

/** Names the last sent post, with links to view and to undo it. The live region exists before its text, so that screen readers announce it. */
export function Sent() {
  const sent = useStore($sent)
  return (
    <div className={sent ? 'flex animate-rise flex-wrap items-center gap-x-3 gap-y-1 text-sm' : 'sr-only'}>
      <p role="status" className="flex min-w-0 gap-2 font-semibold max-sm:basis-full max-sm:text-xs">
        {sent && (
          <>
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success max-sm:hidden" />
            <span>
              <span className="block">{sent.line}</span>
              {sent.message && <span className="block text-xs font-normal text-soft">{sent.message}</span>}
            </span>
          </>
        )}
      </p>
      {sent && <Rest sent={sent} />}
    </div>
  )
}

function Rest({ sent }: { sent: SentPost }) {
  const undoing = useStore($undoing)
  return (
    <div ref={keepFocus} className="contents">
      {sent.notes.map(note => (
        <p key={note} className="text-soft max-sm:order-last max-sm:basis-full">
          {note}
        </p>
      ))}
      <a href={`/dashboard/view-post?post=${sent.postId}`} className="prose-link font-semibold">
        View<span className="sr-only"> the post</span>
      </a>
      {sent.at && (
        <Button
          small
          busy={undoing}
          aria-keyshortcuts="Z"
          onClick={event => void undo(sent, event.currentTarget.form)}
        >
          Undo
        </Button>
      )}
      <span className="ms-auto">
        <IconButton
          label="Dismiss"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={dismissSent}
        />
      </span>
    </div>
  )
}
