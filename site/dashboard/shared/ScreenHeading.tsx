import type { ReactNode } from 'react'

type ScreenHeadingProps = {
  title: string
  children?: ReactNode
  /** Breadcrumbs between the dashboard and this screen. */
  under?: readonly Crumb[]
  crumb?: string
  /** The screen's only primary action. */
  action?: ReactNode
  /** Leaves out the margins, for screens that fill the window. */
  tight?: boolean
}

let firstScreen = true

/** A screen's `h1`. It takes the focus on navigation, so that it is read aloud. */
export const ScreenTitle = ({ title, className = 'text-title' }: { title: string; className?: string }) => (
  <h1 ref={takeFocus} tabIndex={-1} className={className}>
    {title}
  </h1>
)

function takeFocus(heading: HTMLElement | null) {
  if (!heading) return
  if (!firstScreen) heading.focus({ preventScroll: true })
  firstScreen = false
}

export function ScreenHeading({ title, children, under, crumb = title, action, tight }: ScreenHeadingProps) {
  return (
    <header
      className={`${tight ? 'mb-4 max-sm:mb-2 max-sm:gap-y-1.5' : 'mb-6 max-sm:mb-3'} flex flex-wrap items-center sm:items-end justify-between gap-4 lg:flex-nowrap`}
    >
      <div className={`grid max-w-full min-w-0 gap-1.5 lg:grow ${tight ? 'lg:basis-66' : 'lg:basis-80'}`}>
        {under && <Breadcrumbs under={under} current={crumb} />}
        <ScreenTitle title={title} />
        {children && <p className="max-w-prose text-soft max-sm:text-sm">{children}</p>}
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

type Crumb = { label: string; href: string }

const DASHBOARD: Crumb = { label: 'Dashboard', href: '/dashboard' }

/** Hidden on a phone, whose tabs show the current screen. */
const Breadcrumbs = ({ under, current }: { under: readonly Crumb[]; current: string }) => (
  <nav
    aria-label="Breadcrumb"
    className="breadcrumbs max-w-none max-sm:hidden overflow-visible py-0 text-xs text-soft"
  >
    <ol className="flex-wrap">
      {[DASHBOARD, ...under].map(({ label, href }) => (
        <li key={label}>
          <a href={href} className="underline-offset-4 hover:underline">
            {label}
          </a>
        </li>
      ))}
      <li>
        <span aria-current="page" className="text-base-content">
          {current}
        </span>
      </li>
    </ol>
  </nav>
)
