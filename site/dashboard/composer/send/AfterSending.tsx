import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { followSent } from './follow-sent.ts'
import { dismissSent, pathToSent, type SentPost } from './sent.ts'
import { $undoing, undoSent } from './undo-sent.ts'

/** Turns the sent post into a draft again, and then focuses its text. */
async function undo(sent: SentPost, form: HTMLFormElement | null) {
  if (await undoSent(sent)) form?.querySelector('textarea')?.focus()
}

/** Shows notes about the sent post, and View, Undo and Dismiss. */
export function AfterSending({ sent }: { sent: SentPost }) {
  const undoing = useStore($undoing)
  const followed = sent.tab === 'scheduled' ? undefined : sent.postId
  useEffect(() => (followed ? followSent(followed) : undefined), [followed])
  return (
    <div ref={keepFocus} className="contents">
      {sent.notes.map(note => (
        <p key={note} className="text-soft max-sm:order-last max-sm:basis-full">
          {note}
        </p>
      ))}
      <a href={pathToSent(sent)} className="prose-link font-semibold">
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
