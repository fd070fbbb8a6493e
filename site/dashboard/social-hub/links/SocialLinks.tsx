import { useStore } from '@nanostores/react'
import { Link2 } from 'lucide-react'
import { useState } from 'react'

import { NETWORK_IDS } from '#shared/networks.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { LinkCard, LinkRow } from './LinkCard.tsx'

const ConnectLinkDialog = lazyComponent(
  async () => (await import('../ConnectLinkDialog.tsx')).ConnectLinkDialog,
)

/** A card for each network, with its account and a button to connect it. */
export function SocialLinks() {
  const loading = useStore($domains).state === 'loading'
  const domain = useStore($selectedDomain)
  return (
    <section aria-labelledby="social-links">
      <h2 id="social-links" className="text-xl">
        Social Links
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">
        {domain || loading
          ? 'Connect an account, or choose a connected one to see its details.'
          : 'Add your business first, then connect its accounts.'}
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {NETWORK_IDS.map(network => (
          <LinkCard key={network} network={network} domain={domain} loading={loading} />
        ))}
        <LinkRow
          dimmed
          mark={<NetworkMark network="pinterest" decorative className="size-8" />}
          title="Pinterest"
          badge="Coming Soon"
        />
      </ul>
      {domain && (
        <Allowed to="connect">
          <SendConnectLink />
        </Allowed>
      )}
    </section>
  )
}

/** Offers a link for a client who doesn't use this dashboard. */
function SendConnectLink() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
      Does somebody else have the password?
      <Button small icon={<Link2 aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Send a connect link
      </Button>
      {isOpen && <ConnectLinkDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
