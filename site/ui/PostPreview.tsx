import {
  Bookmark,
  ChevronLeft,
  ChevronRight,
  Globe,
  Heart,
  ImageIcon,
  MapPin,
  MessageCircle,
  Send,
  Share2,
  ThumbsUp,
} from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { INSTAGRAM_RATIOS } from '#shared/media/network-media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { Avatar } from './Avatar.tsx'
import { ClampedText } from './ClampedText.tsx'
import { MediaThumbnail, type PreviewFile } from './media/MediaThumbnail.tsx'
import { NetworkMark } from './NetworkMark.tsx'
import { MarkedText, Remarkable } from './remarks/MarkedText.tsx'
import { Pins } from './remarks/Pins.tsx'
import { useRemarks } from './remarks/Remarks.tsx'

/** Returns a file as the network gets it: Facebook the picture itself, the others a JPEG on white. */
export const publishedFile = (item: MediaItem, network: NetworkId): PreviewFile => ({
  id: item._id,
  kind: item.kind,
  name: item.name,
  altText: item.altText,
  ratio: item.width / item.height,
  url: item.kind === 'image' && network !== 'facebook' ? (item.jpegUrl ?? item.url) : item.url,
})

type Shown = {
  /** Shows the texts from beginning to end. */
  whole?: boolean | undefined
  /** Videos can be played. */
  plays?: boolean | undefined
  /** Shown in place of an empty text. */
  placeholder?: string | undefined
  /** Adds to the message what edits it. */
  editable?: ((shown: ReactNode) => ReactNode) | undefined
}

type FilesProps = Shown & { media: readonly PreviewFile[] }

export type PreviewProps = FilesProps & {
  name: string
  username: string
  picture: string
  text: string
  time: string
  /** First comment; empty without one. */
  comment: string
  /** The preview of a link, which Facebook shows under a post without files. */
  link?: ReactNode
}

const ACTIONS = [
  ['Like', ThumbsUp],
  ['Comment', MessageCircle],
  ['Share', Share2],
] as const

const FacebookPreview = ({ name, picture, text, time, media, comment, link, ...shown }: PreviewProps) => (
  <div role="group" aria-label="Facebook preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-4 pt-4">
      <Avatar src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="flex items-center gap-1 text-xs text-soft">
          <span>{time}</span>
          <Globe className="size-3 shrink-0" />
        </p>
      </div>
      <AttachedCount network="facebook" count={media.length} />
    </header>
    <div className="px-4 py-3">
      <PreviewText network="facebook" text={text} lines="some" {...shown} />
    </div>
    <MediaGrid media={media} {...shown} />
    {media.length === 0 && link}
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
        <Avatar src={picture} className="size-7" />
        <div className="min-w-0 rounded-box bg-base-200 px-3 py-2">
          <p className="text-xs font-semibold">{name}</p>
          <PreviewText text={comment} lines="few" {...shown} />
        </div>
      </div>
    )}
  </div>
)

const InstagramPreview = ({ username, picture, text, time, media, comment, ...shown }: PreviewProps) => (
  <div role="group" aria-label="Instagram preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-3.5 py-3">
      <Avatar src={picture} className="size-8" />
      <p className="min-w-0 grow truncate text-sm font-semibold">{username}</p>
      <AttachedCount network="instagram" count={media.length} />
    </header>
    <Carousel media={media} {...shown} />
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
        lines="few"
        more="… more"
        before={<span className="font-semibold">{username} </span>}
        {...shown}
      />
      {comment && (
        <PreviewText
          text={comment}
          lines="few"
          more="… more"
          before={<span className="font-semibold">{username} </span>}
          {...shown}
        />
      )}
      <p className="text-xs text-soft">{time}</p>
    </div>
  </div>
)

const GooglePreview = ({ name, picture, text, time, media, ...shown }: PreviewProps) => (
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

/** Instagram shows all files of a post in the first one's ratio. */
function frameOf({ ratio = 1 }: PreviewFile): number {
  const { min, max } = INSTAGRAM_RATIOS
  return Math.min(max, Math.max(min, ratio))
}

/** Returns the position of the file whose remark is sought, otherwise -1. */
function useSought(media: FilesProps['media']): number {
  const sought = useRemarks()?.sought?.anchor
  return sought && 'mediaId' in sought ? media.findIndex(({ id }) => id === sought.mediaId) : -1
}

/** One file at a time, like Instagram: the first whole, letterboxed if its ratio is beyond the limits. */
function Carousel({ media, plays }: FilesProps) {
  const [wanted, setWanted] = useState(0)
  const soughtIndex = useSought(media)
  useEffect(() => {
    if (soughtIndex >= 0) setWanted(soughtIndex)
  }, [soughtIndex])
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
  const turn = (label: string, to: number, Icon: typeof ChevronLeft, side: string) =>
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
          className={`size-full ${index === 0 ? 'object-contain!' : ''}`}
        />
        <Pins file={item} isWhole={index === 0} />
      </div>
      {turn('Previous file', index - 1, ChevronLeft, 'start-2')}
      {turn('Next file', index + 1, ChevronRight, 'end-2')}
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

const SHOWN = 5

/** Shows one file large, two side by side, and three or more in two rows with a count over the last. */
const LAYOUTS: Record<number, { grid: string; first: string; rest: string }> = {
  1: { grid: 'grid-cols-1', first: 'max-h-96 w-full', rest: '' },
  2: { grid: 'grid-cols-2', first: 'aspect-[1/2] size-full', rest: 'aspect-[1/2] size-full' },
  3: { grid: 'grid-cols-2', first: 'col-span-2 aspect-[2/1] w-full', rest: 'aspect-square w-full' },
  4: { grid: 'grid-cols-2', first: 'aspect-square w-full', rest: 'aspect-square w-full' },
  5: {
    grid: 'grid-cols-6',
    first: 'col-span-3 aspect-square w-full',
    rest: 'col-span-3 aspect-square w-full nth-[n+3]:col-span-2',
  },
}

/** The first files, as the network shows them. Its count of the others shows them, too, and so does what is about one of them. */
function MediaGrid({ media, plays }: FilesProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isSought = useSought(media) >= SHOWN
  const isPlacing = useRemarks()?.isPlacing ?? false
  useEffect(() => {
    if (isSought || isPlacing) setUnfolded(true)
  }, [isSought, isPlacing])
  const layout = LAYOUTS[Math.min(media.length, SHOWN)]
  if (!layout) return null
  const more = isUnfolded ? 0 : media.length - SHOWN
  return (
    <div className={`relative grid gap-0.5 ${layout.grid}`}>
      {media.slice(0, isUnfolded ? undefined : SHOWN).map((item, index) => (
        <div
          key={item.id}
          className={`relative overflow-clip ${index === 0 ? layout.first : layout.rest}`}
          style={media.length === 1 ? { aspectRatio: item.ratio } : undefined}
        >
          <MediaThumbnail paper plays={plays} item={item} className="size-full" />
          <Pins file={item} />
        </div>
      ))}
      {more > 0 && (
        <button
          type="button"
          className="absolute end-0 bottom-0 grid aspect-square w-[calc((100%-0.25rem)/3)] cursor-pointer place-items-center bg-neutral/70
            text-xl font-semibold text-neutral-content -outline-offset-4"
          onClick={() => setUnfolded(true)}
        >
          +{more}
          <span className="sr-only"> more</span>
        </button>
      )}
    </div>
  )
}

type PreviewTextProps = Shown & {
  network?: NetworkId
  text: string
  lines: 'few' | 'some'
  before?: ReactNode
  more?: string
}

/** A text with its line breaks, hashtags, mentions and links. `network` is that of a message, on which people may remark. */
function PreviewText({
  network,
  text,
  lines,
  before,
  more = 'See more',
  whole,
  placeholder = NO_MESSAGE,
  editable = shown => shown,
}: PreviewTextProps) {
  const content = (
    <>
      {before}
      {text === '' && <span className="text-soft">{placeholder}</span>}
      <MarkedText text={text} network={network} />
    </>
  )
  const look = 'text-sm leading-snug'
  const shown = whole ? (
    <p dir="auto" className={`wrap-anywhere whitespace-pre-wrap ${look}`}>
      {content}
    </p>
  ) : (
    <ClampedText lines={lines} more={more} inline={more.startsWith('…')} className={look}>
      {content}
    </ClampedText>
  )
  return network ? editable(<Remarkable network={network}>{shown}</Remarkable>) : shown
}

const AttachedCount = ({ network, count }: { network: NetworkId; count: number }) => (
  <p className="flex shrink-0 items-center gap-2 text-xs text-soft tabular-nums">
    {count > 0 && plural(count, 'file')}
    <NetworkMark network={network} decorative className="size-4.5" />
  </p>
)

const PREVIEWS = {
  facebook: FacebookPreview,
  instagram: InstagramPreview,
  google: GooglePreview,
} satisfies Record<NetworkId, (props: PreviewProps) => unknown>

/** A post as a network shows it on a phone. */
export function PostPreview({ network, ...props }: PreviewProps & { network: NetworkId }) {
  const Card = PREVIEWS[network]
  return <Card {...props} />
}
