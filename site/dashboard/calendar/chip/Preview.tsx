import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'

import { networks as all } from '#shared/networks.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { LabelList } from '#site/dashboard/shared/labels/LabelList.tsx'
import { ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { formatExact } from '#site/lib/format.ts'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $preview, hidePreview } from './hover.ts'
import { COLOUR } from './tones.ts'

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
