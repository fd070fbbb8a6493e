import { MapPin } from 'lucide-react'

import { Avatar } from '#site/ui/Avatar.tsx'
import { AttachedCount, MediaGrid, type PreviewProps, PreviewText } from './parts.tsx'

export const GooglePreview = ({ name, picture, text, time, media, ...shown }: PreviewProps) => (
  <div
    role="group"
    aria-label="Google Business Profile preview"
    className="rounded-box border border-base-300 bg-raised"
  >
    <header className="flex items-center gap-2.5 px-4 pt-4 pb-3">
      <Avatar src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="flex items-center gap-1 text-xs text-soft">
          <MapPin className="size-3 shrink-0" />
          <span>Update · {time}</span>
        </p>
      </div>
      <AttachedCount network="google" count={media.length} />
    </header>
    <MediaGrid media={media} {...shown} />
    <div className="px-4 py-3">
      <PreviewText network="google" text={text} lines="some" {...shown} />
    </div>
  </div>
)
