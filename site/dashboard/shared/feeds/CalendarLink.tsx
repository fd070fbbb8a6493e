import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { CalendarFeed } from '#shared/calendar/feeds.ts'
import { formatDate, formatRelative } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { CopyLink } from '../CopyLink.tsx'
import { $feed, $feedBusy, $url, resetFeed, revokeFeed } from './store.ts'

type Question = 'reset' | 'revoke'

/** Offers the business's posts as a feed for Google Calendar, Outlook or Apple Calendar. */
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
  async function confirm() {
    await (question === 'revoke' ? revokeFeed() : resetFeed())
    setQuestion(undefined)
  }
  return (
    <div className="grid gap-4">
      {url ? (
        <CopyLink label="Your calendar link" url={url}>
          Copy it now: we don’t store it, so we can’t show it again. Add it in your calendar as a calendar
          “from URL”. Anyone who has it can read your posts.
        </CopyLink>
      ) : (
        <p className="text-sm">{stateOf(feed)}</p>
      )}
      <p className="flex flex-wrap gap-3">
        <Button busy={busy === 'reset'} onClick={() => (feed.isOn ? setQuestion('reset') : void resetFeed())}>
          {feed.isOn ? 'Create a new link' : 'Create a link'}
        </Button>
        {feed.isOn && (
          <Button variant="quiet" onClick={() => setQuestion('revoke')}>
            Turn off
          </Button>
        )}
      </p>
      <ConfirmDialog
        open={question !== undefined}
        title={question === 'revoke' ? 'Turn the calendar link off?' : 'Create a new link?'}
        confirmLabel={question === 'revoke' ? 'Turn off' : 'Create a new link'}
        busy={busy !== null}
        onConfirm={confirm}
        onCancel={() => setQuestion(undefined)}
      >
        Calendars that use the current link no longer get your posts.
      </ConfirmDialog>
    </div>
  )
}

function stateOf({ isOn, createdAt, readAt }: CalendarFeed): string {
  if (!isOn || !createdAt) return 'There is no link yet.'
  const read = readAt ? `last read ${formatRelative(readAt)}` : 'not read by a calendar yet'
  return `The link was created on ${formatDate(createdAt)}, ${read}.`
}
