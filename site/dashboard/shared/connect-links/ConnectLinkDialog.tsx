import { useStore } from '@nanostores/react'
import { onMount } from 'nanostores'
import { useState } from 'react'

import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import { type ConnectLink, type NewConnectLink, CONNECT_LINK } from '#shared/connect-links.ts'
import { networkNames } from '#shared/format-list.ts'
import { CENTRAL_NETWORKS, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { LinkDialog, LinkRow, linkStores } from '#site/dashboard/shared/links/LinkDialog.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

export function connectLinks(id: string) {
  const calls = api.businesses[':id']['connect-links']
  const stores = linkStores({
    list: () => dataOf(calls.$get({ param: { id } })),
    create: (networks: NewConnectLink['networks']) =>
      bodyOf(calls.$post({ param: { id }, json: { networks } })),
    async revoke(linkId: string) {
      await calls[':linkId'].$delete({ param: { id, linkId } })
      return 'The link no longer works. What it connected stays connected.'
    },
  })
  const $linked = remote(async () => {
    const accounts = await Promise.all(NETWORK_IDS.map(network => readAccount(id, network)))
    return new Set(
      NETWORK_IDS.filter((_, at) => accounts[at]?.accountConnected && accounts[at].status === 'connected'),
    )
  })
  // Published when somebody has connected an account with a link.
  for (const $store of [stores.$links, $linked])
    onMount($store, () => onLive('domain', () => void $store.reload()))
  return { ...stores, $linked }
}

const readAccount = (domainId: string, provider: NetworkId) =>
  dataOf(api.auth.accountDetails.$post({ json: { provider } }, { headers: { [DOMAIN_HEADER]: domainId } }))

type Stores = ReturnType<typeof connectLinks>

export function ConnectLinkDialog({ domainId, onClose }: { domainId: string; onClose: () => void }) {
  const [stores] = useState(() => connectLinks(domainId))
  return (
    <LinkDialog
      title="Send a connect link"
      noun="connect link"
      stores={stores}
      form={<CreateForm domainId={domainId} stores={stores} />}
      note={`Copy it now and send it to whoever has the password: we don’t store it, so we can’t show it again. It works for ${CONNECT_LINK.days} days.`}
      renderRow={link => <Row link={link} domainId={domainId} onRevoke={() => stores.revoke(link._id)} />}
      onClose={onClose}
    />
  )
}

type CreateFormProps = { domainId: string; stores: Pick<Stores, '$linked' | 'create'> }

export function CreateForm({ domainId, stores: { $linked, create } }: CreateFormProps) {
  const business =
    useStore($domains).data?.find(({ _id }) => _id === domainId)?.businessName ?? 'your business'
  const { state, data: linked = NONE } = useStore($linked)
  const [changed, setChosen] = useState<readonly NetworkId[]>()
  const chosen = changed ?? CENTRAL_NETWORKS.filter(network => !linked.has(network))
  const [busy, form] = useSubmit(() => chosen.length > 0 && create([...chosen]))
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

type RowProps = { link: ConnectLink; domainId: string; onRevoke: () => Promise<unknown> }

function Row({ link, domainId, onRevoke }: RowProps) {
  const zone = useStore($zoneOf)(domainId)
  const name = networkNames(link.networks.map(({ network }) => network))
  return (
    <LinkRow
      link={link}
      zone={zone}
      name={name}
      object={`the link for ${name}`}
      by={` by ${link.by}`}
      onRevoke={onRevoke}
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
