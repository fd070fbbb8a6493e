import { useStore } from '@nanostores/react'
import { Sparkles } from 'lucide-react'

import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { messageFor, commentFor } from '#shared/posts/draft-texts.ts'
import { findCover } from '#shared/posts/extras-rules.ts'
import { textFor } from '#shared/posts/fields.ts'
import { isStory } from '#shared/posts/stories.ts'
import { $connected, $noAccounts, $draft, $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { $covers, $media, type DraftMedia, $positions } from '#site/dashboard/composer/media/media.ts'
import {
  $isSideBySide,
  $isWide,
  $shownNetwork,
  $textRules,
  sentExtras,
  showNetwork,
} from '#site/dashboard/composer/messages/shown-network.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $allAccounts } from '#site/dashboard/shared/drafts/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import type { PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { PostPreview, publishedFile } from '#site/ui/PostPreview.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { $aiTexts, isByAi } from '../ai/writing.ts'

/** Returns a file as the network gets it or, until it is uploaded, the local file. */
export const asPublished = (media: DraftMedia, network: NetworkId, isStory = false): PreviewFile =>
  media.upload.state === 'uploaded'
    ? { ...publishedFile(media.upload.item, network, isStory), id: media.id, altText: media.altText }
    : media

const LinkCard = lazyPart(async () => (await import('./LinkCard.tsx')).LinkCard)

const AiBadge = ({ text }: { text: string }) =>
  isByAi(text, useStore($aiTexts)) && (
    <Badge tone="iris" icon={Sparkles}>
      AI Generated
    </Badge>
  )

/** The post as networks show it on a phone, side by side in a wide window, otherwise in tabs. */
export function Previews() {
  const enabled = useStore($enabled)
  const shown = useStore($shownNetwork)
  const isWide = useStore($isWide)
  const isSideBySide = useStore($isSideBySide)
  return (
    <div className="grid grid-cols-1">
      <h2 className="sr-only">Preview</h2>
      {shown && isWide ? (
        <div className={isSideBySide ? 'flex items-start gap-4 pt-3 *:flex-1' : 'grid gap-6 pt-3'}>
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
  const states = useStore($allAccounts).map(({ state }) => state)
  if (useStore($noAccounts)) return <Sample />
  if (states.includes('loading') && !anyConnected) return <Skeleton className="h-48" />
  return (
    <p className="rounded-box border border-dashed border-edge px-5 py-8 text-center text-sm text-soft">
      {!anyConnected && states.includes('failed')
        ? 'Your accounts didn’t load. Once they do, you’ll see a preview here.'
        : `${anyConnected ? 'Turn on' : 'Connect'} a platform to see how the post will look there.`}
    </p>
  )
}

const Sample = () => (
  <div className="grid grid-cols-1 gap-3">
    <p className="text-sm text-soft">Once you connect an account, your post looks like this:</p>
    <Preview network={NETWORK_IDS[0]} name={useStore($selectedDomain)?.businessName} />
  </div>
)

function Preview({ network, name = '' }: { network: NetworkId; name?: string | undefined }) {
  const draft = useStore($draft)
  const account = useStore($connected)[network]
  const media = useStore($media)
  const chosen = useStore($positions)[network]
  const rules = useStore($textRules)
  const zone = useStore($businessZone)
  // Renders again when the business's button of new posts changes.
  useStore($selectedDomain)
  const text = messageFor(draft, network)
  const extras = sentExtras(draft, network) ?? undefined
  return (
    <div className="relative mx-auto w-full max-w-90">
      <span className="absolute end-3 -top-2.5 z-1 flex">
        {!isStory({ extras }) && <AiBadge text={text} />}
      </span>
      <PostPreview
        network={network}
        link={<LinkCard />}
        name={account?.name ?? name}
        username={account?.username || account?.name || ''}
        picture={account?.picture ?? ''}
        text={textFor(text, network, rules)}
        placeholder="Your message will appear here."
        time={draft.isScheduled && draft.publishAt ? formatDayTime(draft.publishAt, zone) : 'Just now'}
        comment={textFor(commentFor(draft, network).trim(), network, rules)}
        extras={extras}
        cover={findCover(useStore($covers), extras)}
        media={chosen
          .flatMap(position => media[position] ?? [])
          .map(each => asPublished(each, network, isStory({ extras })))}
      />
    </div>
  )
}
