import { useState } from 'react'

export type AvatarProps = {
  src?: string
  className: string
  /** Its initial replaces the drawn bird, if there is no picture. */
  name?: string
}

/** A profile picture, or an initial or a drawn bird if it is missing or doesn't load. Decorative: the name is beside it. */
export function Avatar({ src, className, name }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className={`shrink-0 rounded-full object-cover ${className}`}
      />
    )
  }
  const [initial] = name?.trim() ?? ''
  if (initial)
    return (
      <span
        aria-hidden="true"
        className={`grid shrink-0 place-items-center rounded-full bg-base-300 text-sm font-semibold ${className}`}
      >
        {initial.toUpperCase()}
      </span>
    )
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={`shrink-0 rounded-full ${className}`}>
      <rect width="48" height="48" className="fill-secondary" />
      <path d="M8 48c0-15 5-26 18-29 7-1.5 13 1 15 4l7 2.5-8 3.5c-1 8-6 13-9 19z" className="fill-neutral" />
      <circle cx="33" cy="25" r="2.6" className="fill-primary" />
    </svg>
  )
}
