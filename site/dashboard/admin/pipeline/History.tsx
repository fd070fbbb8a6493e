import {
  Building2,
  Inbox,
  type LucideIcon,
  Mail,
  Milestone,
  StickyNote,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'

import {
  type MailState,
  REQUEST_STATUS_LABELS,
  type RequestActKind,
  type RequestEvent,
} from '#shared/requests/pipeline.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { timeZone } from '#site/lib/format.ts'
import { Badge, type BadgeProps } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { Form, TextArea, FormMessage } from '#site/ui/fields/Field.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import type { RequestProgress } from './progress.ts'

const ICONS: Record<RequestActKind, LucideIcon> = {
  deleted: Trash2,
  restored: Undo2,
  reply: Mail,
  note: StickyNote,
  status: Milestone,
  assignee: UserRound,
  client: Building2,
}

export const History = ({ events, receivedAt }: { events: readonly RequestEvent[]; receivedAt?: string }) => (
  <ol className="grid gap-4">
    {events.toReversed().map(event => (
      <Entry key={event._id} icon={ICONS[event.kind]} at={event.at} sentence={sentenceOf(event)}>
        {event.kind === 'note' && <Text>{event.text}</Text>}
        {event.kind === 'reply' && (
          <>
            <p className="mt-1.5">
              <Badge {...MAIL[event.mail]} />
            </p>
            {event.mail === 'failed' && (
              <p className="mt-1.5 text-error">
                The mail to {event.to} wasn’t accepted. Check the address, or call.
              </p>
            )}
            <Text>{`${event.subject}\n\n${event.text}`}</Text>
          </>
        )}
      </Entry>
    ))}
    {receivedAt && <Entry icon={Inbox} at={receivedAt} sentence="The request arrived" />}
  </ol>
)

type EntryProps = { icon: LucideIcon; at: string; sentence: ReactNode; children?: ReactNode }

const Entry = ({ icon: Icon, at, sentence, children }: EntryProps) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 text-sm">
    <span className="grid size-7 place-items-center rounded-full border border-base-300 bg-base-200">
      <Icon className="size-3.5" />
    </span>
    <div className="min-w-0 pt-1">
      <p className="wrap-anywhere">
        {sentence}{' '}
        <span className="text-soft">
          <Time instant={at} zone={timeZone()} />
        </span>
      </p>
      {children}
    </div>
  </li>
)

const Text = ({ children }: { children: string }) => (
  <ClampedText
    lines={6}
    more="Show all"
    className="mt-1.5 rounded-field border border-base-300 bg-base-200 px-3 py-2"
  >
    {children}
  </ClampedText>
)

const MAIL: Record<MailState, BadgeProps> = {
  waiting: { children: 'On its way' },
  sent: { tone: 'good', children: 'Sent' },
  failed: { tone: 'bad', children: 'Not delivered' },
}

function sentenceOf(event: RequestEvent): ReactNode {
  const by = <strong>{event.by ?? 'A former colleague'}</strong>
  switch (event.kind) {
    case 'reply':
      return <>{by} replied by email</>
    case 'note':
      return <>{by} wrote a note</>
    case 'status':
      return (
        <>
          {by} moved it from {REQUEST_STATUS_LABELS[event.from]} to {REQUEST_STATUS_LABELS[event.to]}
        </>
      )
    case 'assignee':
      return event.to ? (
        <>
          {by} assigned it to {event.to}
        </>
      ) : (
        <>
          {by} took it from {event.from}
        </>
      )
    case 'deleted':
      return <>{by} deleted it</>
    case 'restored':
      return <>{by} restored it</>
    case 'client':
      return (
        <>
          {by} {event.undone ? 'removed' : 'created'} the client {event.businessName}
        </>
      )
  }
}

export const Notes = ({ progress, receivedAt }: { progress: RequestProgress; receivedAt: string }) => (
  <section className="grid gap-5 border-t border-base-300 pt-5">
    <h3 className="text-base">Notes and history</h3>
    <NoteForm progress={progress} />
    <Loaded store={progress.$progress} loading={<SkeletonRows rows={2} label="Loading the history" />}>
      {({ history }) => <History events={history} receivedAt={receivedAt} />}
    </Loaded>
  </section>
)

function NoteForm({ progress: { note } }: { progress: RequestProgress }) {
  const { form, message, sending } = useForm(note, { read: readFields, onSent: sent => sent.reset() })
  const draft = note.draft() as { text?: string } | undefined
  return (
    <Form {...form} className="grid gap-3">
      <FormMessage message={message} />
      <TextArea
        label="Note for colleagues"
        hint="Only administrators see it."
        name="text"
        rows={2}
        defaultValue={draft?.text}
      />
      <Button type="submit" small className="justify-self-start" busy={sending} busyLabel="Adding…">
        Add note
      </Button>
    </Form>
  )
}
