import { atom } from 'nanostores'

import type { CalendarFeed } from '#shared/calendar/feeds.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

const FAILED = 'That didn’t work. Please try again.'

/** Parameter of the calls; undefined without a business. */
function ofDomain() {
  const domainId = $selectedDomain.get()?._id
  return domainId === undefined ? undefined : { param: { domainId } }
}

/** The calendar link of the selected business; null without one. */
export const $feed = remote(async (): Promise<CalendarFeed | null> => {
  const target = ofDomain()
  return target ? (await (await api.calendarFeeds[':domainId'].$get(target)).json()).data : null
})

/** The new link, which the server can't show again. */
export const $url = atom<string | undefined>()
export const $feedBusy = atom<'reset' | 'revoke' | null>(null)

const refetch = () => {
  $url.set(undefined)
  $feed.resetAndRefetch()
}
$selectionVersion.listen(refetch)
$selectedDomain.listen((domain, before) => {
  if (domain?._id !== before?._id) refetch()
})

/** Creates a new link, which revokes the previous one. */
export const resetFeed = () =>
  change('reset', async target => {
    const { url } = await (await api.calendarFeeds[':domainId'].$post(target)).json()
    $url.set(url)
  })

export const revokeFeed = () =>
  change('revoke', async target => {
    await api.calendarFeeds[':domainId'].$delete(target)
    $url.set(undefined)
    toast('success', 'Calendar link turned off.')
  })

type Target = NonNullable<ReturnType<typeof ofDomain>>

async function change(action: 'reset' | 'revoke', run: (target: Target) => Promise<void>): Promise<void> {
  const target = ofDomain()
  if (!target || $feedBusy.get()) return
  $feedBusy.set(action)
  await withErrorToast(FAILED, async () => {
    await run(target)
    await $feed.reload()
  })
  $feedBusy.set(null)
}
