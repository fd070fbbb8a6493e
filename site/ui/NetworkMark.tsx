import { type ReactNode, useId } from 'react'

import type { NetworkId } from '#shared/networks.ts'

export type NetworkMarkName = NetworkId | 'pinterest'

const Facebook = () => (
  <>
    <circle cx="12" cy="12" r="11" fill="oklch(57% 0.2 258)" />
    <path
      d="M13.3 22.8v-7.7h2.6l.5-3.1h-3.1V10c0-.9.4-1.7 1.8-1.7h1.4V5.7s-1.3-.2-2.5-.2c-2.5 0-4.1 1.5-4.1 4.3V12H7.1v3.1h2.8v7.7z"
      className="fill-mark"
    />
  </>
)

const Instagram = () => (
  <>
    <rect x="1" y="1" width="22" height="22" rx="6.5" fill="oklch(60% 0.22 2)" />
    <g fill="none" strokeWidth="1.9" className="stroke-mark">
      <rect x="5" y="5" width="14" height="14" rx="4.2" />
      <circle cx="12" cy="12" r="3.3" />
    </g>
    <circle cx="16.1" cy="7.9" r="1.1" className="fill-mark" />
  </>
)

const Google = () => (
  <>
    <path
      d="M22.5 12.3c0-.8-.1-1.5-.2-2.1H12v4.1h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8z"
      fill="oklch(62% 0.18 259)"
    />
    <path
      d="M12 23c3 0 5.4-1 7.2-2.7l-3.5-2.7c-1 .7-2.2 1-3.7 1-2.8 0-5.2-1.9-6.1-4.5H2.3V17A11 11 0 0 0 12 23z"
      fill="oklch(63% 0.16 149)"
    />
    <path d="M5.9 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.3a11 11 0 0 0 0 9.8z" fill="oklch(82% 0.17 83)" />
    <path
      d="M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.3 7.1l3.6 2.8C6.8 7.3 9.2 5.4 12 5.4z"
      fill="oklch(62% 0.21 28)"
    />
  </>
)

const Bluesky = () => (
  <path
    d="M5.8 4.5C8.3 6.4 11 10.2 12 12.2c1-2 3.7-5.8 6.2-7.7C20 3.2 23 2.1 23 5.4c0 .7-.4 5.5-.6 6.3-.7 2.7-3.5 3.4-6 3 4.3.7 5.4 3.2 3 5.6-4.5 4.6-6.4-1.2-6.9-2.6-.1-.3-.1-.4-.5-.4s-.4.1-.5.4c-.5 1.4-2.4 7.2-6.9 2.6-2.4-2.4-1.3-4.9 3-5.6-2.5.4-5.3-.3-6-3C1.4 10.9 1 6.1 1 5.4c0-3.3 3-2.2 4.8-.9z"
    fill="oklch(62% 0.2 252)"
  />
)

const WordPress = () => (
  <>
    <circle cx="12" cy="12" r="11" fill="oklch(52% 0.09 240)" />
    <path
      d="m4.6 7.6 4 11L12 9l3.4 9.6 4-11M3.6 7.6h4.8M9.6 7.6h4.8M15.6 7.6h4.8"
      fill="none"
      strokeWidth="1.7"
      strokeLinejoin="round"
      className="stroke-mark"
    />
  </>
)

const Pinterest = () => (
  <>
    <circle cx="12" cy="12" r="11" fill="oklch(55% 0.21 25)" />
    <path
      d="M12.3 5.2c-3.9 0-5.9 2.6-5.9 4.9 0 1.4.5 2.6 1.6 3.1.2.1.4 0 .4-.2l.2-.7v-.5c-.3-.4-.6-.9-.6-1.6 0-2 1.5-3.8 3.9-3.8 2.1 0 3.3 1.3 3.3 3 0 2.3-1 4.2-2.5 4.2-.8 0-1.5-.7-1.3-1.5.3-1 .7-2 .7-2.8 0-.7-.4-1.2-1.1-1.2-.9 0-1.6.9-1.6 2.2 0 .8.3 1.3.3 1.3l-1.1 4.6c-.3 1.4 0 3.1 0 3.2 0 .1.2.1.2.1.1-.1 1.2-1.5 1.6-2.8l.6-2.4c.3.6 1.2 1.1 2.1 1.1 2.8 0 4.7-2.6 4.7-6 0-2.6-2.2-5-5.5-5z"
      className="fill-mark"
    />
  </>
)

const MARKS: Record<NetworkMarkName, { label: string; drawing: () => ReactNode }> = {
  facebook: { label: 'Facebook', drawing: Facebook },
  instagram: { label: 'Instagram', drawing: Instagram },
  google: { label: 'Google', drawing: Google },
  bluesky: { label: 'Bluesky', drawing: Bluesky },
  wordpress: { label: 'WordPress', drawing: WordPress },
  pinterest: { label: 'Pinterest', drawing: Pinterest },
}

export type NetworkMarkProps = {
  network: NetworkMarkName
  className?: string
  /** True if the network's name is beside it. */
  decorative?: boolean
}

/** The only component that uses a network's own colours, which are the same in both themes. */
export function NetworkMark({ network, className = 'size-5', decorative }: NetworkMarkProps) {
  const id = useId()
  const { label, drawing: Drawing } = MARKS[network]
  const naming = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-labelledby': id }
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 ${className}`} {...naming}>
      {!decorative && <title id={id}>{label}</title>}
      <Drawing />
    </svg>
  )
}
