import { ImageIcon } from 'lucide-react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { MediaThumbnail } from '#site/ui/media/MediaThumbnail.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Pins } from '#site/ui/remarks/Pins.tsx'
import type { PreviewProps } from './parts.tsx'

type StoryPreviewProps = Pick<PreviewProps, 'name' | 'picture' | 'time' | 'media' | 'plays'> & {
  network: NetworkId
}

/** A story as a phone shows it: the file alone, whole, on a dark screen of 9:16. */
export const StoryPreview = ({ network, name, picture, time, media: [item], plays }: StoryPreviewProps) => (
  <div
    role="group"
    data-theme="currawong-dark"
    aria-label={`${networks[network].name} preview`}
    className="mx-auto w-full max-w-70 overflow-clip rounded-box border border-base-300 bg-base-200 text-base-content"
  >
    <div className="flex aspect-[9/16] flex-col">
      <header className="grid gap-2.5 p-3">
        <div aria-hidden="true" className="h-0.5 rounded-full bg-base-content/80" />
        <div className="flex items-center gap-2.5">
          <Avatar name={name} src={picture} className="size-8" />
          <p className="min-w-0 grow truncate text-sm font-semibold">{name}</p>
          <NetworkMark network={network} decorative className="size-4.5" />
        </div>
      </header>
      <div className="relative min-h-0 grow">
        {item ? (
          <>
            <MediaThumbnail
              paper
              plays={plays}
              item={item}
              className="size-full bg-transparent! object-contain!"
            />
            <Pins file={item} isWhole />
          </>
        ) : (
          <div className="grid size-full place-items-center">
            <ImageIcon className="size-10" strokeWidth={1.25} />
          </div>
        )}
      </div>
      <p className="p-3 text-xs">Story · {time} · gone after 24 hours</p>
    </div>
  </div>
)
