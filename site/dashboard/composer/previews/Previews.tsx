import { useStore } from '@nanostores/react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import {
  $accountsFailed,
  $accountsLoading,
  $connected,
  $noAccounts,
} from '#site/dashboard/composer/draft/accounts.ts'
import { $draft, $enabled, commentFor, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { $positions } from '#site/dashboard/composer/media/network-media.ts'
import { $linkTags } from '#site/dashboard/composer/messages/link-tags.ts'
import {
  $areBeside,
  $isWide,
  $shownNetwork,
  showNetwork,
} from '#site/dashboard/composer/messages/shown-network.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { AiBadge } from '../ai/AiBadge.tsx'
import { FacebookPreview } from './FacebookPreview.tsx'
import { GooglePreview } from './GooglePreview.tsx'
import { InstagramPreview } from './InstagramPreview.tsx'
import { asPublished, type PreviewProps } from './preview.ts'

const PREVIEWS = {
  facebook: FacebookPreview,
  instagram: InstagramPreview,
  google: GooglePreview,
} satisfies Record<NetworkId, (props: PreviewProps) => unknown>

/** The post as each platform shows it on a phone: all of them in a wide window, or else a tab for each. */
export function Previews() {
  const enabled = useStore($enabled)
  const shown = useStore($shownNetwork)
  const isWide = useStore($isWide)
  const areBeside = useStore($areBeside)
  return (
    <div className="grid grid-cols-1">
      <h2 className="sr-only">Preview</h2>
      {shown && isWide ? (
        <div className={areBeside ? 'flex items-start gap-4 pt-3 *:flex-1' : 'grid gap-6 pt-3'}>
          {enabled.map(network => (
            <section key={network} aria-label={networks[network].name} className="min-w-0">
              <Preview network={network} />
            </section>
          ))}
        </div>
      ) : shown ? (
        <Tabs
          label="Preview"
          tabs={enabled.map(network => ({
            key: network,
            label: (
              <>
                <NetworkMark network={network} decorative className="size-4 lg:max-xl:hidden" />
                {networks[network].shortName}
              </>
            ),
          }))}
          selected={shown}
          onSelect={showNetwork}
        >
          <Preview key={shown} network={shown} />
        </Tabs>
      ) : (
        <NoPreview />
      )}
    </div>
  )
}

function NoPreview() {
  const anyConnected = Object.keys(useStore($connected)).length > 0
  const failed = useStore($accountsFailed)
  const isLoading = useStore($accountsLoading) && !anyConnected
  if (useStore($noAccounts)) return <Sample />
  if (isLoading) return <Skeleton className="h-48" />
  return (
    <p className="rounded-box border border-dashed border-edge px-5 py-8 text-center text-sm text-soft">
      {!anyConnected && failed
        ? 'Your accounts didn’t load. Once they do, you’ll see a preview here.'
        : `${anyConnected ? 'Turn on' : 'Connect'} a platform to see how the post will look there.`}
    </p>
  )
}

/** Shows a business without accounts how its post would look. */
const Sample = () => (
  <div className="grid grid-cols-1 gap-3">
    <p className="text-sm text-soft">Once you connect an account, your post looks like this:</p>
    <Preview network="facebook" name={useStore($selectedDomain)?.businessName} />
  </div>
)

type PreviewOfProps = { network: NetworkId; name?: string | undefined }

function Preview({ network, name = '' }: PreviewOfProps) {
  const draft = useStore($draft)
  const account = useStore($connected)[network]
  const media = useStore($media)
  const chosen = useStore($positions)[network]
  const Card = PREVIEWS[network]
  const tags = useStore($linkTags)
  const zone = useStore($businessZone)
  const text = messageFor(draft, network)
  return (
    <div className="relative mx-auto w-full max-w-90">
      <span className="absolute end-3 -top-2.5 z-1 flex">
        <AiBadge text={text} />
      </span>
      <Card
        name={account?.name ?? name}
        username={account?.username || account?.name || ''}
        picture={account?.picture ?? ''}
        text={tagLinks(text, network, tags)}
        time={draft.isScheduled && draft.publishAt ? formatDayTime(draft.publishAt, zone) : 'Just now'}
        comment={tagLinks(commentFor(draft, network).trim(), network, tags)}
        media={chosen.flatMap(position => media[position] ?? []).map(each => asPublished(each, network))}
      />
    </div>
  )
}
