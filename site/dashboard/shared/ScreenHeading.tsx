import { type ReactNode, useEffect, useRef } from 'react'

import { Breadcrumbs, type Crumb } from '#site/ui/Breadcrumbs.tsx'

export type ScreenHeadingProps = {
  title: string
  children?: ReactNode
  crumbs?: readonly Crumb[]
  /** The screen's only primary action. */
  action?: ReactNode
  /** Adds no height of its own, for screens that fill the window. */
  tight?: boolean
}

let firstScreen = true

/** A screen's `h1`. It takes the focus on navigation, so that it is read aloud. */
export function ScreenHeading({ title, children, crumbs, action, tight }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!firstScreen) heading.current?.focus({ preventScroll: true })
    firstScreen = false
  }, [])

  return (
    <header
      className={`${tight ? 'mb-4' : 'mb-6'} flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:flex-nowrap`}
    >
      <div className="grid max-w-full min-w-0 gap-1.5 lg:grow lg:basis-80">
        {crumbs && <Breadcrumbs crumbs={crumbs} />}
        <h1 ref={heading} tabIndex={-1} className="text-title">
          {title}
        </h1>
        {children && <p className="max-w-prose text-soft">{children}</p>}
      </div>
      {action && (
        <div
          className={`flex ${tight ? 'w-full' : ''} flex-wrap items-center gap-3 lg:w-auto lg:justify-end`}
        >
          {action}
        </div>
      )}
    </header>
  )
}
