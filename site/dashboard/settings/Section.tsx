import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { atom } from 'nanostores'
import { type MouseEvent, type ReactNode, useId } from 'react'

import { $router } from '#site/dashboard/shared/router.ts'
import { type Anchor, type BusinessAnchor, titleOf, USER_SECTIONS } from './sections.ts'

/** Anchors of the sections that are open in a narrow window. */
export const $openSections = atom<ReadonlySet<string>>(new Set())

export function toggleSection(anchor: string) {
  const open = new Set($openSections.get())
  if (!open.delete(anchor)) open.add(anchor)
  $openSections.set(open)
}

const openSection = (anchor: string) => $openSections.set(new Set([...$openSections.get(), anchor]))

/**
 * Opens the section that the URL names, now and whenever its fragment changes.
 * @returns a function that stops it and closes all sections
 */
export function followFragment() {
  const stop = $router.subscribe(page => {
    const anchor = page?.hash.slice(1)
    if (!anchor) return
    openSection(anchor)
    const section = document.getElementById(anchor)
    if (section) keepInView(section)
  })
  return () => {
    stop()
    $openSections.set(new Set())
  }
}

/** Scrolls to a section as it mounts, if the URL names it. */
const scrollIfLinked = (section: HTMLElement | null) =>
  section?.id && location.hash === `#${section.id}` ? keepInView(section) : undefined

/** Events that show that the user has begun to use the screen. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

let stopLast = () => {}

/**
 * Scrolls to a section, and again whenever the page's height changes, until the user scrolls, presses or types, or until the
 * page scrolls to another section.
 * @returns a function that stops it earlier
 */
function keepInView(section: HTMLElement) {
  stopLast()
  const resized = new ResizeObserver(() => section.scrollIntoView())
  resized.observe(document.body)
  const stop = () => {
    resized.disconnect()
    for (const type of USER_EVENTS) removeEventListener(type, stop)
  }
  for (const type of USER_EVENTS) addEventListener(type, stop, { passive: true })
  stopLast = stop
  return stop
}

export type SectionProps = {
  children: ReactNode
  note?: ReactNode
  /** One line for the closed section in a narrow window: its state or its content. */
  summary: string
  /** Fragment of the URL that leads here. */
  anchor: Anchor
}

/**
 * A part of the page. On wide screens its heading is beside it; in a narrow window the heading is a row that opens it. Its
 * content stays mounted while it is closed, so that unsaved entries aren't lost.
 */
export function Section({ children, note, summary, anchor }: SectionProps) {
  const title = titleOf(anchor)
  const id = useId()
  const isOpen = useStore($openSections).has(anchor)
  const whenOpen = isOpen ? '' : 'max-md:hidden'
  return (
    <section
      ref={scrollIfLinked}
      id={anchor}
      tabIndex={-1}
      aria-labelledby={`${id}title`}
      className="gap-x-10 gap-y-4 border-base-300 max-md:-scroll-mt-4 max-md:border-t max-md:first-of-type:border-t-0 md:grid md:border-t md:pt-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div className="content-start gap-1 md:grid">
        <div className="relative max-md:flex max-md:min-h-15 max-md:items-center max-md:gap-3 max-md:px-4 max-md:py-2.5">
          <div className="min-w-0 grow">
            <h3 id={`${id}title`} className="text-base md:text-lg">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={`${id}content`}
                aria-describedby={`${id}summary`}
                onClick={event => toggle(event, anchor, isOpen)}
                className="w-full cursor-pointer text-start font-semibold -outline-offset-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 md:hidden"
              >
                {title}
              </button>
              <span className="max-md:hidden">{title}</span>
            </h3>
            <p
              id={`${id}summary`}
              className={`truncate text-sm text-soft ${isOpen ? 'hidden' : 'md:hidden'}`}
            >
              {summary}
            </p>
          </div>
          <ChevronDown
            className={`size-5 shrink-0 text-soft transition-transform md:hidden ${isOpen ? 'rotate-180' : ''}`}
          />
        </div>
        {note && (
          <p className={`text-sm text-soft max-md:-mt-1 max-md:px-4 max-md:pb-4 ${whenOpen}`}>{note}</p>
        )}
      </div>
      <div
        id={`${id}content`}
        className={`grid grid-cols-1 gap-5 border-base-300 max-md:px-4 max-md:pt-1 max-md:pb-6 md:rounded-box md:border md:bg-raised md:p-6 ${whenOpen}`}
      >
        {children}
      </div>
    </section>
  )
}

function toggle({ currentTarget }: MouseEvent, anchor: string, isOpen: boolean) {
  toggleSection(anchor)
  const section = currentTarget.closest('section')
  if (section && !isOpen) keepInView(section)
}

type SectionLinkProps = { anchor: Anchor; className: string; children: ReactNode }

/** Moves the page and the focus to a section. The URL doesn't change, because Back would only return to this screen. */
export const SectionLink = ({ anchor, className, children }: SectionLinkProps) => (
  <a href={`#${anchor}`} className={className} onClick={event => goToSection(event, anchor)}>
    {children}
  </a>
)

function goToSection(event: MouseEvent, anchor: string) {
  const section = document.getElementById(anchor)
  if (!section || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openSection(anchor)
  keepInView(section)
  section.focus({ preventScroll: true })
}

/**
 * Links to the sections: the user's own settings, and those shared by everyone in the business. Hidden in a narrow window, whose
 * closed sections are a list already.
 */
export const SectionNav = ({
  business,
  anchors,
}: {
  business: string | undefined
  anchors: readonly BusinessAnchor[]
}) => (
  <nav aria-label="Sections" className="grid gap-2 max-md:hidden">
    <Group label="You" anchors={USER_ANCHORS} />
    {business && <Group label={business} anchors={anchors} />}
  </nav>
)

const USER_ANCHORS = Object.keys(USER_SECTIONS) as (keyof typeof USER_SECTIONS)[]

const Group = ({ label, anchors }: { label: string; anchors: readonly Anchor[] }) => (
  <div className="flex items-baseline gap-x-4">
    <p className="w-40 shrink-0 truncate text-sm font-semibold">{label}</p>
    <ul className="flex flex-wrap gap-x-4">
      {anchors.map(anchor => (
        <li key={anchor}>
          <SectionLink
            anchor={anchor}
            className="prose-link inline-block text-sm leading-9 pointer-coarse:leading-11"
          >
            {titleOf(anchor)}
          </SectionLink>
        </li>
      ))}
    </ul>
  </div>
)
