import { atom, onMount } from 'nanostores'

import type { NewReviewLink, ReviewLink } from '#shared/posts/review-links.ts'
import { selectedDomainId, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

/** Business whose posts are being shared, if it isn't the selected one. */
export const $sharedBusiness = atom<string | undefined>()
const businessId = async () => $sharedBusiness.get() ?? (await selectedDomainId())

/** Review links of the business whose posts are being shared, newest first. */
export const $reviewLinks = remote(async (): Promise<ReviewLink[]> => {
  const id = await businessId()
  if (!id) return []
  return await dataOf(api.businesses[':id']['review-links'].$get({ param: { id } }))
})

/** URL of the new link, which the server can't show again. */
export const $newUrl = atom<string | undefined>()

/** Approval rule of the business whose posts are being shared. */
export const $sharedRule = remote(async () => {
  const id = await businessId()
  return id ? await dataOf(api.businesses[':id']['approval-rule'].$get({ param: { id } })) : undefined
})

for (const $of of [$reviewLinks, $sharedRule])
  onMount($of, () => {
    const stops = [$selectionVersion, $sharedBusiness].map($each => $each.listen($of.resetAndRefetch))
    return () => stops.forEach(stop => stop())
  })

export type Shared = Pick<NewReviewLink, 'postIds' | 'from' | 'to'>

export async function createLink(
  shared: Shared,
  { pin, hold }: { pin: string; hold: boolean },
): Promise<void> {
  const id = await businessId()
  if (!id) return
  await withErrorToast('The link wasn’t created. Try again.', async () => {
    const json = { ...shared, hold, ...(pin && { pin }) }
    const { url } = await bodyOf(api.businesses[':id']['review-links'].$post({ param: { id }, json }))
    $newUrl.set(url)
    void $reviewLinks.reload()
  })
}

/** @param release puts the posts that it holds back on the schedule */
export async function revokeLink(linkId: string, release = false): Promise<void> {
  const id = await businessId()
  if (!id) return
  await withErrorToast('The link wasn’t revoked. Try again.', async () => {
    const call = api.businesses[':id']['review-links'][':linkId'].$delete({
      param: { id, linkId },
      query: release ? { release: 'true' } : {},
    })
    toast('success', (await bodyOf(call)).message)
    await $reviewLinks.reload()
  })
}
