import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'

import { networks } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { PROVIDER_POST_MESSAGES, type ProviderPost } from '#shared/posts/provider-posts.ts'
import { messageLength } from '#shared/text/lengths.ts'
import { ApiError, withReason } from '#site/lib/api/error.ts'
import { Button } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { saveText } from './feed/change-feed.ts'

/** Edits a post's text inline. The typed text stays when Facebook rejects it. */
export function EditText({ post, onDone }: { post: ProviderPost; onDone: () => void }) {
  const id = useId()
  const [message, setMessage] = useState(post.message)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const limit = networks.facebook.maxChars

  async function save(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    if (message.trim() === '') return setRefused(POST_MESSAGES.noMessage)
    if (message === post.message) return onDone()
    setBusy(true)
    try {
      await saveText(post, message)
      onDone()
    } catch (error) {
      setBusy(false)
      setRefused(refusal(error))
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !busy) onDone()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }

  return (
    <form onSubmit={save} className="grid gap-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          Message
        </label>
        <CharacterCount length={messageLength(message)} limit={limit} />
      </div>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        // The user has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        value={message}
        readOnly={busy}
        onChange={event => setMessage(event.target.value)}
        onKeyDown={onKeyDown}
        className="textarea field-sizing-content max-h-72 min-h-20 w-full"
      />
      <FormMessage message={refused} />
      <div className="flex flex-wrap gap-2">
        <Button small type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button small variant="quiet" onClick={onDone} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function refusal(error: unknown): string {
  if (error instanceof ApiError && error.fields.message) return error.fields.message
  return withReason(PROVIDER_POST_MESSAGES.editFailed, error)
}
