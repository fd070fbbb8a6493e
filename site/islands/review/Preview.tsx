/** @jsxImportSource preact */
import { useState } from 'preact/hooks'

import { networks } from '#shared/networks.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { markLinks } from '#shared/text/tags.ts'
import { AccountPicture } from '../links/AccountPicture.tsx'
import { Drawing } from '../links/Drawing.tsx'

type Network = ReviewPost['networks'][number]

/** A post as one network shows it. Instagram has its pictures above the text, the others below it. */
export function Preview({
  network,
  account,
  message,
  firstComment,
  media,
  isFirst,
}: Network & { isFirst: boolean }) {
  const name = account?.name || networks[network].name
  const text = message && (
    <p dir="auto" translate={false} class="px-4 text-sm wrap-anywhere whitespace-pre-wrap">
      {network === 'instagram' && <b>{name} </b>}
      {markLinks(message).map(({ piece, isLink }, at) => (isLink ? <Linked key={at} text={piece} /> : piece))}
    </p>
  )
  return (
    <div class="grid grid-cols-1 gap-3 py-3">
      <div class="flex items-center gap-2.5 px-4">
        <AccountPicture name={name} picture={account?.picture} />
        <p class="min-w-0 text-sm">
          <b translate={false} class="block truncate">
            {name}
          </b>
          <span class="flex items-center gap-1.5 text-xs text-soft">
            <Drawing name={network} class="size-3.5" />
            {networks[network].name}
          </span>
        </p>
      </div>
      {network !== 'instagram' && text}
      {media.length > 0 && <Media media={media} isFirst={isFirst} />}
      {network === 'instagram' && text}
      {firstComment && (
        <p
          dir="auto"
          class="mx-4 rounded-field bg-base-200 px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap"
        >
          <b class="block text-xs">First comment</b>
          <span translate={false}>{firstComment}</span>
        </p>
      )}
    </div>
  )
}

const Linked = ({ text }: { text: string }) => <span class="text-info">{text}</span>

/** Shows one picture or video at a time, in order, with its alt text. */
function Media({ media, isFirst }: Pick<Network, 'media'> & { isFirst: boolean }) {
  const [wanted, setWanted] = useState(0)
  const at = Math.min(wanted, media.length - 1)
  const item = media[at]
  if (!item) return null
  return (
    <figure class="grid grid-cols-1 gap-1.5">
      {item.kind === 'image' ? (
        <img
          key={item._id}
          src={item.url}
          alt={item.altText}
          width={item.width}
          height={item.height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchpriority={isFirst ? 'high' : undefined}
          class="h-auto max-h-120 w-full bg-base-200 object-contain"
        />
      ) : (
        <video
          key={item._id}
          src={item.url}
          controls
          playsInline
          preload="metadata"
          aria-label={`Video ${item.name}`}
          class="max-h-120 w-full bg-base-200"
        />
      )}
      <figcaption class="flex items-center gap-2 px-4 text-xs text-soft empty:hidden">
        {(item.altText || media.length > 1) && (
          <span class="min-w-0 grow wrap-anywhere">{item.altText && `Alt text: ${item.altText}`}</span>
        )}
        {media.length > 1 && (
          <>
            <Turn label="Previous picture" sign="‹" to={at - 1} of={media.length} turn={setWanted} />
            <span translate={false} class="tabular-nums">
              {at + 1}/{media.length}
            </span>
            <Turn label="Next picture" sign="›" to={at + 1} of={media.length} turn={setWanted} />
          </>
        )}
      </figcaption>
    </figure>
  )
}

type TurnProps = { label: string; sign: string; to: number; of: number; turn: (to: number) => void }

const Turn = ({ label, sign, to, of, turn }: TurnProps) => (
  <button
    type="button"
    class="btn size-11 border-edge bg-raised text-lg"
    aria-label={label}
    disabled={to < 0 || to >= of}
    onClick={() => turn(to)}
  >
    {sign}
  </button>
)
