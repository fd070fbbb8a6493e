import { Ellipsis, Heart, MessageSquare, Repeat2 } from 'lucide-react'

import { Avatar } from '#site/ui/Avatar.tsx'
import { AttachedCount, MediaGrid, type PreviewProps, PreviewText } from './parts.tsx'

const ACTIONS = [MessageSquare, Repeat2, Heart, Ellipsis]

export const BlueskyPreview = ({
  name,
  username,
  picture,
  text,
  time,
  media,
  comment,
  link,
  ...shown
}: PreviewProps) => (
  <div role="group" aria-label="Bluesky preview" className="rounded-box border border-base-300 bg-raised">
    <div className="flex gap-2.5 px-4 py-3.5">
      <Avatar name={name} src={picture} className="size-10" />
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-1.5">
        <header className="flex items-start gap-2">
          <p className="min-w-0 grow truncate text-sm">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-soft">
              @{username} · {time}
            </span>
          </p>
          <AttachedCount network="bluesky" count={media.length} />
        </header>
        <PreviewText network="bluesky" text={text} lines={6} {...shown} />
        <div className="mt-1 overflow-clip rounded-box border border-base-300 empty:hidden">
          {media.length > 0 ? <MediaGrid media={media} {...shown} /> : link}
        </div>
        <ul aria-hidden="true" className="mt-1 flex justify-between pe-4 text-soft">
          {ACTIONS.map((Icon, index) => (
            <li key={index}>
              <Icon className="size-4" />
            </li>
          ))}
        </ul>
      </div>
    </div>
    {comment && (
      <div className="flex gap-2.5 border-t border-base-300 px-4 py-3">
        <Avatar name={name} src={picture} className="size-7" />
        <div className="min-w-0">
          <p className="truncate text-xs">
            <span className="font-semibold">{name}</span> <span className="text-soft">@{username}</span>
          </p>
          <PreviewText text={comment} lines={3} {...shown} />
        </div>
      </div>
    )}
  </div>
)
