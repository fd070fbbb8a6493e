import { useStore } from '@nanostores/react'
import {
  Globe,
  MessageCircle,
  Share2,
  ThumbsUp,
  Bookmark,
  Heart,
  Send,
  MapPin,
  ChevronLeft,
  ChevronRight,
  ImageIcon,
  Sparkles,
} from 'lucide-react'
import { atom, computed, onMount } from 'nanostores'
import { type CSSProperties, useState, type ReactNode } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'
import { tagLinks } from '#shared/posts/link-tags.ts'
import { findLinks } from '#shared/text/links.ts'
import { markLinks } from '#shared/text/tags.ts'
import {
  $accountsFailed,
  $accountsLoading,
  $connected,
  $noAccounts,
  $draft,
  $enabled,
  commentFor,
  messageFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { $media, type DraftMedia } from '#site/dashboard/composer/media/media.ts'
import { MediaThumbnail } from '#site/dashboard/composer/media/MediaThumbnail.tsx'
import { $positions } from '#site/dashboard/composer/media/network-media.ts'
import { INSTAGRAM_RATIOS } from '#site/dashboard/composer/media/problems.ts'
import {
  $linkTags,
  $areBeside,
  $isWide,
  $shownNetwork,
  showNetwork,
} from '#site/dashboard/composer/messages/shown-network.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { ClampedText } from '#site/ui/ClampedText.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { $aiTexts, isByAi } from '../ai/writing.ts'

const ACTIONS = [
  ['Like', ThumbsUp],
  ['Comment', MessageCircle],
  ['Share', Share2],
] as const

const FacebookPreview = ({ name, picture, text, time, media, comment }: PreviewProps) => (
  <section aria-label="Facebook preview" className="rounded-box border border-base-300 bg-raised">
    <header className="flex items-center gap-2.5 px-4 pt-4">
      <Avatar src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="flex items-center gap-1 text-xs text-soft">
          <span className="truncate">{time}</span>
          <Globe className="size-3 shrink-0" />
        </p>
      </div>
      <AttachedCount network="facebook" count={media.length} />
    </header>
    <div className="px-4 py-3">
      <PreviewText text={text} lines="some" />
    </div>
    <MediaGrid media={media} />
    {media.length === 0 && <LinkCard />}
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
          <PreviewText text={comment} lines="few" />
        </div>
      </div>
    )}
  </section>
)

const InstagramPreview = ({ username, picture, text, time, media, comment }: PreviewProps) => (
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

const GooglePreview = ({ name, picture, text, time, media }: PreviewProps) => (
  <section
    aria-label="Google Business Profile preview"
    className="overflow-clip rounded-box border border-base-300 bg-raised"
  >
    <header className="flex items-center gap-2.5 px-4 pt-4 pb-3">
      <Avatar src={picture} className="size-10" />
      <div className="min-w-0 grow">
        <p className="truncate text-sm font-semibold">{name}</p>
        <p className="flex items-center gap-1 text-xs text-soft">
          <MapPin className="size-3 shrink-0" />
          <span className="truncate">Update · {time}</span>
        </p>
      </div>
      <AttachedCount network="google" count={media.length} />
    </header>
    <MediaGrid media={media} />
    <div className="px-4 py-3">
      <PreviewText text={text} lines="some" />
    </div>
  </section>
)

/** Instagram shows all files of a post in the first one's ratio. */
function frameOf({ upload }: DraftMedia): number {
  if (upload.state !== 'uploaded') return 1
  const { width, height } = upload.item
  const { min, max } = INSTAGRAM_RATIOS
  return Math.min(max, Math.max(min, width / height))
}

/** One file at a time, like Instagram: the first whole, letterboxed if its ratio is beyond the limits. */
function Carousel({ media }: { media: readonly DraftMedia[] }) {
  const [wanted, setWanted] = useState(0)
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
        className={`absolute top-1/2 grid size-8 -translate-y-1/2 cursor-pointer place-items-center rounded-full bg-raised/90 ${side}`}
      >
        <Icon className="size-5" />
      </button>
    )
  return (
    <div className="relative bg-base-200">
      <div
        className="mx-auto w-[min(100%,calc(var(--ratio)*46dvh))] max-lg:w-full"
        style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}
      >
        <MediaThumbnail
          key={item.id}
          paper
          item={item}
          className={`size-full ${index === 0 ? 'object-contain!' : ''}`}
        />
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

function MediaGrid({ media }: { media: readonly DraftMedia[] }) {
  const layout = LAYOUTS[Math.min(media.length, SHOWN)]
  if (!layout) return null
  const more = media.length - SHOWN
  return (
    <div className={`relative grid gap-0.5 ${layout.grid}`}>
      {media.slice(0, SHOWN).map((item, index) => (
        <MediaThumbnail
          key={item.id}
          paper
          item={item}
          className={index === 0 ? layout.first : layout.rest}
        />
      ))}
      {more > 0 && (
        <p
          className="absolute end-0 bottom-0 grid aspect-square w-[calc((100%-0.25rem)/3)] place-items-center bg-neutral/70 text-xl
            font-semibold text-neutral-content"
        >
          +{more}
          <span className="sr-only"> more</span>
        </p>
      )}
    </div>
  )
}

/** The page behind the first link, as Facebook shows it below a post without pictures. */
function LinkCard() {
  const shown = useStore($linkPreview)
  if (shown.state === 'none') return null
  if (shown.state === 'loading') return <Skeleton className="h-20 w-full rounded-none!" />
  const { site, title, description, hasPicture } = shown.preview
  return (
    <div className="border-t border-base-300 bg-base-200">
      {hasPicture && (
        <p className="grid aspect-[1.91] place-content-center justify-items-center gap-1 border-b border-base-300 text-xs text-soft">
          <ImageIcon className="size-8" strokeWidth={1.25} />
          The page’s picture
        </p>
      )}
      <div className="grid gap-0.5 px-4 py-2.5">
        <p className="truncate text-xs text-soft uppercase">{site}</p>
        <p className="line-clamp-2 text-sm font-semibold wrap-anywhere">{title}</p>
        {description && <p className="truncate text-xs text-soft">{description}</p>}
      </div>
    </div>
  )
}

type PreviewTextProps = { text: string; lines: 'few' | 'some'; before?: ReactNode; more?: string }

/** The message with its line breaks, hashtags, mentions and links. It isn’t translated, because networks get it as it is. */
const PreviewText = ({ text, lines, before, more = 'See more' }: PreviewTextProps) => (
  <ClampedText lines={lines} more={more} inline={more.startsWith('…')} className="text-sm leading-snug">
    {before}
    {text === '' && <span className="text-soft">Your message will appear here.</span>}
    <span translate="no">
      {markLinks(text).map(({ piece, isLink }, index) =>
        isLink ? (
          <span key={index} className="text-info">
            {piece}
          </span>
        ) : (
          piece
        ),
      )}
    </span>
  </ClampedText>
)

const AttachedCount = ({ network, count }: { network: NetworkId; count: number }) => (
  <p className="flex shrink-0 items-center gap-2 text-xs text-soft tabular-nums">
    {plural(count, 'file')}
    <NetworkMark network={network} decorative className="size-4.5" />
  </p>
)

type PreviewProps = {
  name: string
  username: string
  picture: string
  text: string
  time: string
  media: readonly DraftMedia[]
  /** First comment; empty without one. */
  comment: string
}

/**
 * Returns a file as the network gets it: Facebook the picture itself, the others a JPEG on white, with bars where its ratio needs
 * them.
 */
export function asPublished(media: DraftMedia, network: NetworkId): DraftMedia {
  if (media.upload.state !== 'uploaded') return media
  const { url, jpegUrl } = media.upload.item
  if (media.kind === 'image') return { ...media, url: network === 'facebook' ? url : (jpegUrl ?? url) }
  return { ...media, url }
}

const PAUSE_MS = 700

/** The link that Facebook shows a preview of: the first one of a post without files. */
export const $shownLink = computed([$draft, $enabled, $media], (draft, enabled, media) =>
  media.length === 0 && enabled.includes('facebook')
    ? findLinks(messageFor(draft, 'facebook'))[0]?.url
    : undefined,
)

/** `loading` while the page is read; without a preview, Facebook shows the link alone. */
type PreviewState = { state: 'none' } | { state: 'loading' } | { state: 'ready'; preview: LinkPreview }

/** The preview of the link, read when the author pauses. Failures are silent, because a preview is optional. */
export const $linkPreview = atom<PreviewState>({ state: 'none' })

onMount($linkPreview, () => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = $shownLink.subscribe(url => {
    clearTimeout(waiting)
    $linkPreview.set({ state: 'none' })
    if (url) waiting = setTimeout(() => void show(url), PAUSE_MS)
  })
  return () => {
    clearTimeout(waiting)
    stop()
  }
})

async function show(url: string) {
  $linkPreview.set({ state: 'loading' })
  const preview = await read(url)
  if ($shownLink.get() === url) $linkPreview.set(preview ? { state: 'ready', preview } : { state: 'none' })
}

async function read(url: string): Promise<LinkPreview | null> {
  try {
    return await dataOf(api['link-previews'].$post({ json: { url } }))
  } catch {
    return null
  }
}

const AiBadge = ({ text }: { text: string }) =>
  isByAi(text, useStore($aiTexts)) && (
    <Badge tone="iris" icon={<Sparkles className="size-3" />}>
      AI Generated
    </Badge>
  )

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

const Sample = () => (
  <div className="grid grid-cols-1 gap-3">
    <p className="text-sm text-soft">Once you connect an account, your post looks like this:</p>
    <Preview network="facebook" name={useStore($selectedDomain)?.businessName} />
  </div>
)

function Preview({ network, name = '' }: { network: NetworkId; name?: string | undefined }) {
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
