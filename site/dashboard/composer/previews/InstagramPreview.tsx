import { Bookmark, Heart, MessageCircle, Send } from 'lucide-react'

import { Avatar } from '#site/ui/Avatar.tsx'
import { AttachedCount } from './AttachedCount.tsx'
import { Carousel } from './Carousel.tsx'
import type { PreviewProps } from './preview.ts'
import { PreviewText } from './PreviewText.tsx'

export const InstagramPreview = ({ username, picture, text, time, media, comment }: PreviewProps) => (
  <section aria-label="Instagram preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-3.5 py-3">
      <Avatar src={picture} className="size-8" />
      <p className="min-w-0 grow truncate text-sm font-semibold">{username}</p>
      <AttachedCount network="instagram" count={media.length} />
    </header>
    <Carousel media={media} />
    <div className="grid grid-cols-1 gap-2 px-3.5 py-3">
      <div aria-hidden="true" className="flex gap-3.5 *:size-5.5">
        <Heart />
        <MessageCircle />
        <Send />
        <Bookmark className="ms-auto" />
      </div>
      <PreviewText
        text={text}
        lines="few"
        more="… more"
        before={<span className="font-semibold">{username} </span>}
      />
      {comment && (
        <PreviewText
          text={comment}
          lines="few"
          more="… more"
          before={<span className="font-semibold">{username} </span>}
        />
      )}
      <p className="text-xs text-soft">{time}</p>
    </div>
  </section>
)
