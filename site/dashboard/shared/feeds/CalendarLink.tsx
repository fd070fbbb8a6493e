import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { useState } from 'react'

import type { CalendarFeed } from '#shared/feeds.ts'
import { formatDate, formatRelative } from '#site/lib/format.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { $feed, $feedBusy, $url, resetFeed, revokeFeed } from './store.ts'

type Question = 'reset' | 'revoke'

/** Lets the business's posts be followed in Google Calendar, Outlook or Apple Calendar. */
export function CalendarLink() {
  const feed = useStore($feed)
  if (feed.state === 'failed') return <ErrorState message={feed.message} onRetry={$feed.reload} />
  if (feed.state === 'loading') return <SkeletonRows rows={1} label="Loading the calendar link" />
  return feed.data ? <Link feed={feed.data} /> : <p className="text-sm text-soft">Add a business first.</p>
}

function Link({ feed }: { feed: CalendarFeed }) {
  const url = useStore($url)
  const busy = useStore($feedBusy)
  const [question, setQuestion] = useState<Question>()
  async function answer() {
    await (question === 'revoke' ? revokeFeed() : resetFeed())
    setQuestion(undefined)
  }
  return (
    <div className="grid gap-4">
      {url ? <NewUrl url={url} /> : <p className="text-sm">{stateOf(feed)}</p>}
      <p className="flex flex-wrap gap-3">
        <Button busy={busy === 'reset'} onClick={() => (feed.isOn ? setQuestion('reset') : void resetFeed())}>
          {feed.isOn ? 'Make a new link' : 'Make a link'}
        </Button>
        {feed.isOn && (
          <Button look="quiet" onClick={() => setQuestion('revoke')}>
            Turn off
          </Button>
        )}
      </p>
      <ConfirmDialog
        open={question !== undefined}
        title={question === 'revoke' ? 'Turn the calendar link off?' : 'Make a new link?'}
        confirmLabel={question === 'revoke' ? 'Turn off' : 'Make a new link'}
        busy={busy !== null}
        onConfirm={answer}
        onCancel={() => setQuestion(undefined)}
      >
        Calendars that use the present link no longer get your posts.
      </ConfirmDialog>
    </div>
  )
}

function NewUrl({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('success', 'Link copied.'),
      () => toast('error', 'Your browser didn’t allow that. Select the link and copy it.'),
    )
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <TextField
            label="Your calendar link"
            readOnly
            value={url}
            onFocus={event => event.target.select()}
          />
        </div>
        <Button look="primary" onClick={copy} icon={<Copy aria-hidden="true" className="size-4" />}>
          Copy
        </Button>
      </div>
      <p role="status" className="text-sm text-soft">
        Copy it now: we don’t keep it, so we can’t show it again. Add it in your calendar as a calendar “from
        URL”. Whoever has it can read your posts.
      </p>
    </div>
  )
}

function stateOf({ isOn, createdAt, readAt }: CalendarFeed): string {
  if (!isOn || !createdAt) return 'There is no link yet.'
  const read = readAt ? `last read ${formatRelative(readAt)}` : 'not read by a calendar yet'
  return `The link was made on ${formatDate(createdAt)}, ${read}.`
}
