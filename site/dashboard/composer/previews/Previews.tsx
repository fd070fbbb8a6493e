import { useStore } from '@nanostores/react'

import type { NetworkId } from '#shared/networks.ts'
import { $accountsFailed, $accountsLoading, $connected } from '#site/dashboard/composer/draft/accounts.ts'
import { $draft, $enabled, commentFor, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { $positions } from '#site/dashboard/composer/media/network-media.ts'
import { formatPicked } from '#site/lib/format.ts'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { AiBadge } from '../ai/AiBadge.tsx'
import { FacebookPreview } from './FacebookPreview.tsx'
import { GooglePreview } from './GooglePreview.tsx'
import { InstagramPreview } from './InstagramPreview.tsx'
import type { PreviewProps } from './preview.ts'

const PREVIEWS = {
  facebook: FacebookPreview,
  instagram: InstagramPreview,
  google: GooglePreview,
} satisfies Record<NetworkId, (props: PreviewProps) => unknown>

/** A preview of the post for each platform. */
export function Previews() {
  const enabled = useStore($enabled)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="text-lg">Preview</h2>
      {enabled.length === 0 && <NothingToShow />}
      {enabled.map(network => (
        <Preview key={network} network={network} />
      ))}
    </div>
  )
}

function NothingToShow() {
  const anyConnected = Object.keys(useStore($connected)).length > 0
  const failed = useStore($accountsFailed)
  if (useStore($accountsLoading) && !anyConnected) return <Skeleton className="h-48" />
  return (
    <p className="rounded-box border border-dashed border-edge px-5 py-8 text-center text-sm text-soft">
      {!anyConnected && failed
        ? 'Your accounts didn’t load. Once they do, you’ll see a preview here.'
        : `${anyConnected ? 'Turn on' : 'Connect'} a platform to see how the post will look there.`}
    </p>
  )
}

function Preview({ network }: { network: NetworkId }) {
  const draft = useStore($draft)
  const account = useStore($connected)[network]
  const media = useStore($media)
  const chosen = useStore($positions)[network]
  const Card = PREVIEWS[network]
  const text = messageFor(draft, network)
  return (
    <div className="relative">
      <span className="absolute end-3 -top-2.5 z-1 flex">
        <AiBadge text={text} />
      </span>
      <Card
        name={account?.name ?? ''}
        username={account?.username || account?.name || ''}
        picture={account?.picture ?? ''}
        text={text}
        time={draft.isScheduled && draft.publishAt ? formatPicked(draft.publishAt) : 'Just now'}
        comment={commentFor(draft, network).trim()}
        media={chosen.flatMap(position => media[position] ?? [])}
      />
    </div>
  )
}
