import { useStore } from '@nanostores/react'

import { brand } from '#shared/brand.ts'
import { $displayName } from '#site/dashboard/shared/me.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { toast } from '#site/lib/toasts.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { History } from './History.tsx'
import type { RequestProgress } from './progress.ts'

type ReplyFormProps = {
  progress: RequestProgress
  sender: string
  to: string
  subject: string
  /** The sender's own text, which the mail quotes. */
  quote: string
  onClose: () => void
}

/** Replies to a request by mail, in the agency's name. */
export function ReplyForm({ progress, sender, to, subject, quote, onClose }: ReplyFormProps) {
  const { reply, $replyingTo, $progress } = progress
  const name = useStore($displayName)
  const opened = useStore($replyingTo)
  const latest = useStore($progress)
  const newEvents = latest.state === 'ready' && opened ? latest.data.history.slice(opened.history.length) : []
  const { form, fields, message, sending } = useForm(reply, {
    read: readFields,
    onSent() {
      toast('success', `Your reply to ${sender} is on its way.`)
      onClose()
    },
  })
  const close = () => {
    reply.leave()
    onClose()
  }
  const draft = reply.draft()
  return (
    <FormModal
      wide
      title={`Reply to ${sender}`}
      submit="Send reply"
      busyLabel="Sending…"
      onClose={close}
      {...{ form, message, sending }}
    >
      {newEvents.length > 0 && (
        <section
          aria-label="Changes by colleagues in the meantime"
          className="grid gap-3 rounded-field border border-amber/35 bg-warning/10 p-4"
        >
          <p className="text-sm font-semibold">Since you began to write:</p>
          <History events={newEvents} />
        </section>
      )}
      <dl className="grid gap-1.5">
        <dt className="text-sm font-semibold">To</dt>
        <dd className="text-sm wrap-anywhere">{to}</dd>
      </dl>
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={150}
        defaultValue={draft?.subject ?? subject}
        error={fields.subject}
      />
      <TextArea
        label="Message"
        name="text"
        required
        rows={8}
        data-autofocus
        hint={`Signed ${name}, ${brand.siteName}. Replies go to ${brand.email}.`}
        defaultValue={draft?.text ?? ''}
        error={fields.text}
      />
      {quote && (
        <div className="grid gap-1.5">
          <p className="text-sm text-soft">Their message is quoted below your reply:</p>
          <blockquote className="max-h-40 overflow-y-auto border-s-3 border-base-300 ps-3 text-sm wrap-anywhere whitespace-pre-wrap text-soft">
            {quote}
          </blockquote>
        </div>
      )}
    </FormModal>
  )
}
