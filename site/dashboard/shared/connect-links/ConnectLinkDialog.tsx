import { useStore } from '@nanostores/react'
import { atom, computed, onMount } from 'nanostores'
import { useEffect, useState } from 'react'

import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import { type ConnectLink, type NewConnectLink, CONNECT_LINK } from '#shared/connect-links.ts'
import { networkNames } from '#shared/format-list.ts'
import { CENTRAL_NETWORKS, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import {
  $domainDialog,
  $domains,
  $selectedId,
  closeDomainDialog,
} from '#site/dashboard/shared/domains/store.ts'
import { CopyLink, LinkList, LinkRow } from '#site/dashboard/shared/links/LinkList.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote, settled } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

/** Id of the dialog's business. */
const $connectFor = computed($domainDialog, dialog =>
  dialog.open === 'connect' ? dialog.domainId : undefined,
)

/** Connect links of the dialog's business, newest first. */
export const $connectLinks = remote(async (): Promise<ConnectLink[]> => {
  const id = $connectFor.get()
  if (!id) return []
  return await dataOf(api.businesses[':id']['connect-links'].$get({ param: { id } }))
})

/** Networks that are connected. */
export const $linked = remote(async () => {
  const id = $connectFor.get()
  const accounts = await Promise.all(NETWORK_IDS.map(network => accountOf(id, network)))
  return new Set(
    NETWORK_IDS.filter((_, at) => accounts[at]?.accountConnected && accounts[at].status === 'connected'),
  )
})

for (const $store of [$connectLinks, $linked]) {
  // Published when somebody has connected an account with a link.
  onMount($store, () => onLive('domain', () => void $store.reload()))
  $connectFor.listen($store.resetAndRefetch)
}

async function accountOf(domainId: string | undefined, provider: NetworkId) {
  if (domainId === $selectedId.get()) return (await settled($accounts[provider])).data
  const headers = { [DOMAIN_HEADER]: domainId ?? '' }
  return await dataOf(api.auth.accountDetails.$post({ json: { provider } }, { headers }))
}

/** URL of the new link, which the server doesn't store. */
export const $connectUrl = atom<string | undefined>()

export async function createConnectLink(networks: NewConnectLink['networks']): Promise<void> {
  const id = $connectFor.get()
  if (!id) return
  await withErrorToast('The link wasn’t created. Try again.', async () => {
    const call = api.businesses[':id']['connect-links'].$post({ param: { id }, json: { networks } })
    const { url } = await bodyOf(call)
    $connectUrl.set(url)
    void $connectLinks.reload()
  })
}

export async function revokeConnectLink(linkId: string): Promise<void> {
  const id = $connectFor.get()
  if (!id) return
  await withErrorToast('The link wasn’t revoked. Try again.', async () => {
    await api.businesses[':id']['connect-links'][':linkId'].$delete({ param: { id, linkId } })
    toast('success', 'The link no longer works. What it connected stays connected.')
    await $connectLinks.reload()
  })
}

export function ConnectLinkDialog() {
  const url = useStore($connectUrl)
  useEffect(() => () => $connectUrl.set(undefined), [])
  useEffect(() => $router.listen(closeDomainDialog), [])
  return (
    <Modal wide title="Send a connect link" onClose={closeDomainDialog}>
      <div className="grid grid-cols-1 gap-6">
        {url ? (
          <CopyLink label="Connect link" url={url}>
            Copy it now and send it to whoever has the password: we don’t store it, so we can’t show it again.
            It works for {CONNECT_LINK.days} days.
          </CopyLink>
        ) : (
          <CreateForm />
        )}
        <LinkList
          $links={$connectLinks}
          loadingLabel="Loading the connect links"
          renderRow={link => <Row link={link} />}
        />
      </div>
    </Modal>
  )
}

function CreateForm() {
  const id = useStore($connectFor)
  const business = useStore($domains).data?.find(({ _id }) => _id === id)?.businessName ?? 'your business'
  const { state, data: linked = NONE } = useStore($linked)
  const [changed, setChosen] = useState<readonly NetworkId[]>()
  const chosen = changed ?? CENTRAL_NETWORKS.filter(network => !linked.has(network))
  const [busy, form] = useSubmit(() => chosen.length > 0 && createConnectLink([...chosen]))
  return (
    <form {...form} className="grid gap-4">
      <p className="text-sm">
        Whoever has the password opens it on their phone, signs in to the network and picks the Page, without
        an account here. It connects only {business}, each network once.
      </p>
      {state === 'loading' ? (
        <SkeletonRows rows={1} label="Loading the accounts" />
      ) : (
        <CheckList legend="Networks" values={NETWORK_IDS} checked={chosen} onCheck={setChosen}>
          {network => (
            <>
              <NetworkMark network={network} decorative />
              {networks[network].name}
              {linked.has(network) && <span className="text-soft">(connected)</span>}
            </>
          )}
        </CheckList>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" busy={busy} disabled={chosen.length === 0}>
          Create a link
        </Button>
        <p role="status" className="text-sm">
          {chosen.length === 0 && (linked.size === NETWORK_IDS.length ? ALL_CONNECTED : NONE_CHOSEN)}
        </p>
      </div>
    </form>
  )
}

const NONE: ReadonlySet<NetworkId> = new Set()
const NONE_CHOSEN = 'Choose at least one network.'
const ALL_CONNECTED = 'Every network is connected. To let somebody connect one again, choose it above.'

function Row({ link }: { link: ConnectLink }) {
  const zone = useStore($zoneOf)(useStore($connectFor) ?? '')
  const name = networkNames(link.networks.map(({ network }) => network))
  return (
    <LinkRow
      link={link}
      zone={zone}
      name={name}
      object={`the link for ${name}`}
      by={` by ${link.by}`}
      onRevoke={() => revokeConnectLink(link._id)}
    >
      <ul className="text-xs wrap-anywhere">
        {link.networks
          .filter(({ state }) => state === 'connected')
          .map(each => (
            <li key={each.network} className="text-success">
              {networks[each.network].name}: {each.name} is connected
            </li>
          ))}
      </ul>
    </LinkRow>
  )
}
