import { useStore } from '@nanostores/react'
import { atom, computed, onMount } from 'nanostores'
import { useEffect, useState } from 'react'

import { type ConnectLink, type NewConnectLink, CONNECT_LINK } from '#shared/connect-links.ts'
import { networkNames } from '#shared/listed.ts'
import { DIALOG_NETWORKS, type DialogNetwork, networks } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { selectedDomainId, $selectedDomain, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { CopyLink, LinkList, LinkRow } from '#site/dashboard/shared/links/LinkList.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

/** Connect links of the selected business, newest first. */
export const $connectLinks = remoteOfSelection(async (id): Promise<ConnectLink[]> => {
  if (!id) return []
  return await dataOf(api.businesses[':id']['connect-links'].$get({ param: { id } }))
})

// Published when somebody has connected an account with a link.
onMount($connectLinks, () => onLive('domain', () => void $connectLinks.reload()))

/** Networks whose accounts need no link. */
const $linked = computed(
  DIALOG_NETWORKS.map(network => $accounts[network]),
  (...accounts) =>
    new Set(
      DIALOG_NETWORKS.filter((_, index) => {
        const { data } = accounts[index] ?? {}
        return data?.accountConnected && data.status === 'connected'
      }),
    ),
)

/** URL of the new link, which the server can't show again. */
export const $connectUrl = atom<string | undefined>()

export async function createConnectLink(networks: NewConnectLink['networks']): Promise<void> {
  const id = await selectedDomainId()
  if (!id) return
  await withErrorToast('The link wasn’t created. Try again.', async () => {
    const call = api.businesses[':id']['connect-links'].$post({ param: { id }, json: { networks } })
    const { url } = await bodyOf(call)
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

/** Creates a link with which a client connects accounts without a login, and lists the existing links. */
export function ConnectLinkDialog({ onClose }: { onClose: () => void }) {
  const url = useStore($connectUrl)
  useEffect(() => () => $connectUrl.set(undefined), [])
  return (
    <Modal wide title="Send a connect link" onClose={onClose}>
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
  const business = useStore($selectedDomain)?.businessName ?? 'your business'
  const linked = useStore($linked)
  const [changed, setChosen] = useState<readonly DialogNetwork[]>()
  const chosen = changed ?? DIALOG_NETWORKS.filter(network => !linked.has(network))
  const [busy, form] = useSubmit(() => chosen.length > 0 && createConnectLink([...chosen]))
  return (
    <form {...form} className="grid gap-4">
      <p className="text-sm">
        Whoever has the password opens it on their phone, signs in to the network and picks the Page, without
        an account here. It connects only {business}, each network once.
      </p>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Networks</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {DIALOG_NETWORKS.map(network => (
            <CheckRow
              key={network}
              checked={chosen.includes(network)}
              onChange={({ target }) =>
                setChosen(
                  DIALOG_NETWORKS.filter(each => (each === network ? target.checked : chosen.includes(each))),
                )
              }
            >
              <NetworkMark network={network} decorative />
              {networks[network].name}
              {linked.has(network) && <span className="text-soft">(connected)</span>}
            </CheckRow>
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={chosen.length === 0}
        className="justify-self-start"
      >
        Create a link
      </Button>
    </form>
  )
}

function Row({ link }: { link: ConnectLink }) {
  const zone = useStore($businessZone)
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
