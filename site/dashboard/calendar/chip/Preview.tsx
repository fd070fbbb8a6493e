import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useLayoutEffect, useRef } from 'react'

import { networks as all } from '#shared/networks.ts'
import { $drag, $droppedAt } from '#site/dashboard/calendar/drag.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { LabelList } from '#site/dashboard/shared/labels/LabelList.tsx'
import { ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatExact } from '#site/lib/format.ts'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { COLOUR } from './tones.ts'

type Rect = { left: number; right: number; top: number; bottom: number }
type ShownPreview = Rect & { item: Item }
type Chip = { isConnected: boolean; getBoundingClientRect: () => Rect }

/** The post whose preview is beside its chip. */
export const $preview = atom<ShownPreview | undefined>()

const HOVER_DELAY_MS = 250
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a post's preview, unless the pointer is only passing, dragging, or has just dropped the post here. */
export function previewSoon(item: Item, chip: Chip) {
  clearTimeout(timer)
  if ($drag.get() || isUnderDrop(chip.getBoundingClientRect())) return
  timer = setTimeout(() => {
    if (!chip.isConnected) return
    const { left, right, top, bottom } = chip.getBoundingClientRect()
    $preview.set({ item, left, right, top, bottom })
  }, HOVER_DELAY_MS)
}

function isUnderDrop({ left, right, top, bottom }: Rect) {
  const drop = $droppedAt.get()
  return drop && drop.x >= left && drop.x <= right && drop.y >= top && drop.y <= bottom
}

export function hidePreview() {
  clearTimeout(timer)
  if ($preview.get()) $preview.set(undefined)
}

/** Hides the preview as the pointer leaves the chip. The next hover shows it again, even after a drop. */
export function leaveChip() {
  $droppedAt.set(undefined)
  hidePreview()
}

const GAP = 8

/** A larger view of a post beside its chip. Screen readers read the chip itself. */
export function Preview() {
  const shown = useStore($preview)
  const zone = useStore($zone)
  const card = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = card.current
    if (!element || !shown) return
    const { offsetWidth: width, offsetHeight: height } = element
    const rightmost = document.documentElement.clientWidth - width - GAP
    const beside = shown.right + GAP <= rightmost ? shown.right + GAP : shown.left - width - GAP
    element.style.left = `${Math.max(GAP, Math.min(beside, rightmost))}px`
    element.style.top = `${Math.max(GAP, Math.min(shown.top, innerHeight - height - GAP))}px`
  }, [shown])

  useEffect(() => {
    if (!shown) return undefined
    const stops = new AbortController()
    const options = { capture: true, passive: true, signal: stops.signal }
    addEventListener('scroll', hidePreview, options)
    addEventListener('keydown', hidePreview, options)
    return () => stops.abort()
  }, [shown])

  if (!shown) return null
  const { picture, badge, networks, at, whenApproved, excerpt, labels } = shown.item
  const { label, tone, icon: Icon } = badge
  return (
    <div
      ref={card}
      aria-hidden="true"
      className="pointer-events-none fixed start-0 top-0 z-40 grid w-72 gap-2 rounded-box border border-edge bg-raised p-3 text-sm shadow-lift"
    >
      {picture && <Picture picture={picture} className="aspect-video w-full" />}
      <p className={`flex items-center gap-1.5 text-xs font-semibold ${COLOUR[tone]}`}>
        <Icon className="size-3.5" />
        {label}
      </p>
      <p className="text-xs font-semibold">{whenApproved ? ONCE_APPROVED : formatExact(at, zone)}</p>
      <p dir="auto" className="wrap-anywhere">
        {excerpt}
      </p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-soft">
        {networks.map(network => (
          <li key={network} className="flex items-center gap-1">
            <NetworkMark decorative network={network} className="size-3.5" />
            {all[network].name}
          </li>
        ))}
      </ul>
      <LabelList labels={labels} />
    </div>
  )
}
