import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

import type { CalendarFeed } from '#shared/businesses/domains.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $selectedId, remoteOfBusiness } from '#site/dashboard/shared/domains/store.ts'
import { CopyLink } from '#site/dashboard/shared/links/LinkDialog.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { formatDate, formatRelative } from '#site/lib/format.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

const FAILED = 'That didn’t work. Please try again.'

const calls = api.calendarFeeds[':domainId']

/** The calendar link of the selected business; null without one. */
export const $feed = remoteOfBusiness(domainId => dataOf(calls.$get({ param: { domainId } })))

/** The new link, which the server can't show again. */
export const $url = atom<string | undefined>()
$selectedId.listen(() => $url.set(undefined))

/** Creates a new link, which revokes the previous one. */
export const resetFeed = () =>
  change(async param => {
    const { url } = await bodyOf(calls.$post({ param }))
    $url.set(url)
  })

export const revokeFeed = () =>
  change(async param => {
    const { message } = await bodyOf(calls.$delete({ param }))
    $url.set(undefined)
    toast('success', message)
  })

async function change(run: (param: { domainId: string }) => Promise<void>): Promise<void> {
  const domainId = $selectedId.get()
  if (!domainId) return
  await withErrorToast(FAILED, async () => {
    await run({ domainId })
    await $feed.reload()
  })
}

/** Offers the business's posts as a feed for Google Calendar, Outlook or Apple Calendar. */
export const CalendarLink = () => (
  <Loaded store={$feed} loading={<SkeletonRows rows={1} label="Loading the calendar link" />}>
    {feed => <Link feed={feed} />}
  </Loaded>
)

const ENDS = 'Calendars that use the current link no longer get your posts.'

const askToReset = () =>
  ask({ title: 'Create a new link?', label: 'Create a new link', children: ENDS, onAction: resetFeed })

const askToRevoke = () =>
  ask({ title: 'Turn the calendar link off?', label: 'Turn off', children: ENDS, onAction: revokeFeed })

function Link({ feed }: { feed: CalendarFeed }) {
  const url = useStore($url)
  const zone = useStore($businessZone)
  return (
    <div className="grid gap-4">
      {url ? (
        <CopyLink label="Your calendar link" url={url}>
          Copy it now: we don’t store it, so we can’t show it again. Add it in your calendar as a calendar
          “from URL”. Anyone who has it can read your posts.
        </CopyLink>
      ) : (
        <p className="text-sm">{stateOf(feed, zone)}</p>
      )}
      <p className="flex flex-wrap gap-3">
        <BusyButton onClick={async () => (feed.isOn ? askToReset() : await resetFeed())}>
          {feed.isOn ? 'Create a new link' : 'Create a link'}
        </BusyButton>
        {feed.isOn && (
          <Button variant="quiet" onClick={askToRevoke}>
            Turn off
          </Button>
        )}
      </p>
    </div>
  )
}

function stateOf({ isOn, createdAt, readAt }: CalendarFeed, zone: string): string {
  if (!isOn || !createdAt) return 'There is no link yet.'
  const read = readAt ? `last read ${formatRelative(readAt, new Date(), zone)}` : 'not read by a calendar yet'
  return `The link was created on ${formatDate(createdAt, zone)}, ${read}.`
}
