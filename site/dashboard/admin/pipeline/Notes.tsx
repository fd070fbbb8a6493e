import { useStore } from '@nanostores/react'

import { readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { History } from './History.tsx'
import type { RequestProgress } from './progress.ts'

/** The history of a request, and a form that adds a note to it. */
export function Notes({ progress, receivedAt }: { progress: RequestProgress; receivedAt: string }) {
  const loaded = useStore(progress.$progress)
  return (
    <section className="grid gap-5 border-t border-base-300 pt-5">
      <h3 className="text-base">Notes and history</h3>
      <NoteForm progress={progress} />
      {loaded.state === 'loading' ? (
        <SkeletonRows rows={2} label="Loading the history" />
      ) : loaded.state === 'failed' ? (
        <ErrorState message={loaded.message} onRetry={progress.$progress.reload} />
      ) : (
        <History events={loaded.data.history} receivedAt={receivedAt} />
      )}
    </section>
  )
}

function NoteForm({ progress: { note } }: { progress: RequestProgress }) {
  const { form, fields, message, sending } = useForm(note, {
    read: readFields,
    onSent: element => element.reset(),
  })
  const draft = note.draft() as { text?: string } | undefined
  return (
    <form {...form} className="grid gap-3">
      <FormMessage message={message} />
      <TextArea
        label="Note for colleagues"
        hint="Only administrators see it."
        name="text"
        rows={2}
        defaultValue={draft?.text}
        error={fields.text}
      />
      <Button type="submit" small className="justify-self-start" busy={sending} busyLabel="Adding…">
        Add note
      </Button>
    </form>
  )
}
