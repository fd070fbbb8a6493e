import { Globe, MessageCircle, Share2, ThumbsUp } from 'lucide-react'

import { Avatar } from '#site/ui/Avatar.tsx'
import { AttachedCount, MediaGrid, type PreviewProps, PreviewText } from './parts.tsx'

const ACTIONS = [
  ['Like', ThumbsUp],
  ['Comment', MessageCircle],
  ['Share', Share2],
] as const

export const FacebookPreview = ({
  name,
  picture,
  text,
  time,
  media,
  comment,
  link,
  ...shown
}: PreviewProps) => (
  <div role="group" aria-label="Facebook preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-4 pt-4">
      <Avatar name={name} src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="text-xs text-soft">
          {time} <Globe className="inline size-3" />
        </p>
      </div>
      <AttachedCount network="facebook" count={media.length} />
    </header>
    <div className="px-4 py-3">
      <PreviewText network="facebook" text={text} lines={6} {...shown} />
    </div>
    <MediaGrid media={media} {...shown} />
    {media.length === 0 && <div className="border-t border-base-300 empty:hidden">{link}</div>}
    <ul aria-hidden="true" className="mx-4 flex justify-between border-t border-base-300 py-2.5">
      {ACTIONS.map(([label, Icon]) => (
        <li key={label} className="flex items-center gap-1.5 text-xs font-semibold text-soft">
          <Icon className="size-4" />
          {label}
        </li>
      ))}
    </ul>
    {comment && (
      <div className="flex gap-2 border-t border-base-300 px-4 py-3">
        <Avatar name={name} src={picture} className="size-7" />
        <div className="min-w-0 rounded-box bg-base-200 px-3 py-2">
          <p className="text-xs font-semibold">{name}</p>
          <PreviewText text={comment} lines={3} {...shown} />
        </div>
      </div>
    )}
  </div>
)
