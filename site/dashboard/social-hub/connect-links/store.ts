import { atom, onMount } from 'nanostores'

import type { ConnectLink, NewConnectLink } from '#shared/connect-links.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** Connect links of the selected business, newest first. */
export const $connectLinks = remote(async (): Promise<ConnectLink[]> => {
  const id = await selectedDomainId()
  if (!id) return []
  return (await (await api.businesses[':id']['connect-links'].$get({ param: { id } })).json()).data
})

onMount($connectLinks, () => {
  // Published when somebody has connected an account with a link.
  const stops = [
    $selectionVersion.listen($connectLinks.resetAndRefetch),
    onLive('domain', () => void $connectLinks.reload()),
  ]
  return () => stops.forEach(stop => stop())
})

/** URL of the new link, which the server can't show again. */
export const $connectUrl = atom<string | undefined>()

export async function createConnectLink(networks: NewConnectLink['networks']): Promise<void> {
  const id = await selectedDomainId()
  if (!id) return
  await withErrorToast('The link wasn’t created. Try again.', async () => {
    const call = api.businesses[':id']['connect-links'].$post({ param: { id }, json: { networks } })
    const { url } = await (await call).json()
    $connectUrl.set(url)
    void $connectLinks.reload()
  })
}

export async function revokeConnectLink(linkId: string): Promise<void> {
  const id = await selectedDomainId()
  if (!id) return
  await withErrorToast('The link wasn’t revoked. Try again.', async () => {
    await api.businesses[':id']['connect-links'][':linkId'].$delete({ param: { id, linkId } })
    toast('success', 'The link no longer works. What it connected stays connected.')
    await $connectLinks.reload()
  })
}
