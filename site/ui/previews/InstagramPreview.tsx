import { Bookmark, ChevronLeft, ChevronRight, Heart, ImageIcon, MessageCircle, Send } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'

import { networks } from '#shared/networks.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { MediaThumbnail, type PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { Pins } from '#site/ui/remarks/Pins.tsx'
import { AttachedCount, type FilesProps, type PreviewProps, PreviewText, useRevealedFile } from './parts.tsx'

export const InstagramPreview = ({
  username,
  picture,
  text,
  time,
  media,
  comment,
  extras,
  cover,
  ...shown
}: PreviewProps) => (
  <div role="group" aria-label="Instagram preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-3.5 py-3">
      <Avatar name={username} src={picture} className="size-8" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">
          {[username, ...(extras?.people?.collaborators ?? [])].join(', ')}
        </p>
        {extras?.place && <p className="truncate text-xs">{extras.place.name}</p>}
      </div>
      <AttachedCount network="instagram" count={media.length} />
    </header>
    <Carousel media={media.map(item => withCover(item, { ...extras, cover }))} {...shown} />
    <div className="grid grid-cols-1 gap-2 px-3.5 py-3">
      <div aria-hidden="true" className="flex gap-3.5 *:size-5.5">
        <Heart />
        <MessageCircle />
        <Send />
        <Bookmark className="ms-auto" />
      </div>
      <PreviewText
        network="instagram"
        text={text}
        lines={3}
        more="… more"
        before={<span className="font-semibold">{username} </span>}
        {...shown}
      />
      {comment && (
        <PreviewText
          text={comment}
          lines={3}
          more="… more"
          before={<span className="font-semibold">{username} </span>}
          {...shown}
        />
      )}
      {tagged(extras) && <p className="text-xs text-soft">Tagged: {tagged(extras)}</p>}
      <p className="text-xs text-soft">{time}</p>
    </div>
  </div>
)

const tagged = (extras: PreviewProps['extras']) =>
  extras?.people?.tags.map(({ username }) => `@${username}`).join(', ')

type Cover = Pick<PreviewProps, 'cover'> & { coverMs?: number | undefined }

/** Gives a video its cover: a picture, or the frame at `coverMs`. */
function withCover(item: PreviewFile, { cover, coverMs }: Cover): PreviewFile {
  if (item.kind !== 'video' || !item.url) return item
  if (cover) return { ...item, poster: cover.url }
  return coverMs === undefined ? item : { ...item, url: `${item.url}#t=${coverMs / 1000}` }
}

/** Instagram shows all files of a post in the first one's ratio. */
function frameOf({ ratio = 1 }: PreviewFile): number {
  const { min = 0, max = Infinity } = networks.instagram.ratios ?? {}
  return Math.min(max, Math.max(min, ratio))
}

/** Shows one file at a time, like Instagram. The first is shown whole, letterboxed if its ratio is beyond the limits. */
function Carousel({ media, plays }: FilesProps) {
  const [wanted, setWanted] = useState(0)
  const revealedIndex = useRevealedFile(media)
  useEffect(() => {
    if (revealedIndex >= 0) setWanted(revealedIndex)
  }, [revealedIndex])
  const index = Math.min(wanted, Math.max(media.length - 1, 0))
  const item = media[index]
  if (!item) {
    return (
      <div className="grid aspect-square place-items-center bg-base-200 text-soft">
        <ImageIcon className="size-10" strokeWidth={1.25} />
      </div>
    )
  }
  const ratio = frameOf(media[0] ?? item)
  const stepButton = (label: string, to: number, Icon: typeof ChevronLeft, side: string) =>
    to >= 0 &&
    to < media.length && (
      <button
        type="button"
        aria-label={label}
        onClick={() => setWanted(to)}
        className={`absolute top-1/2 grid size-8 pointer-coarse:size-11 -translate-y-1/2 cursor-pointer place-items-center rounded-full bg-raised/90 ${side}`}
      >
        <Icon className="size-5" />
      </button>
    )
  return (
    <div className="relative bg-base-200">
      <div
        className="relative mx-auto w-[min(100%,calc(var(--ratio)*46dvh))] max-lg:w-full"
        style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}
      >
        <MediaThumbnail
          key={item.id}
          paper
          plays={plays}
          item={item}
          className={`size-full ${index === 0 && !item.poster ? 'object-contain!' : ''}`}
        />
        <Pins file={item} isWhole={index === 0} />
      </div>
      {stepButton('Previous file', index - 1, ChevronLeft, 'start-2')}
      {stepButton('Next file', index + 1, ChevronRight, 'end-2')}
      {media.length > 1 && (
        <p
          translate="no"
          className="absolute end-2.5 top-2.5 rounded-full bg-neutral/80 px-2.5 py-0.5 text-xs text-neutral-content tabular-nums"
        >
          {index + 1}/{media.length}
        </p>
      )}
    </div>
  )
}
