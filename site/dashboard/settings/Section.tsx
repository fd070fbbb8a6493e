import { type MouseEvent, type ReactNode, useId } from 'react'

export type SectionProps = {
  title: string
  children: ReactNode
  note?: ReactNode
  /** Fragment of the URL that leads here. */
  anchor?: string
}

/** A part of the page with a heading, which is beside it on wide screens. */
export function Section({ title, children, note, anchor }: SectionProps) {
  const id = useId()
  return (
    <section
      ref={scrollIfLinked}
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-base-300 pt-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      <div className="grid grid-cols-1 gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6">
        {children}
      </div>
    </section>
  )
}

type SectionLinkProps = { anchor: string; className: string; children: ReactNode }

/** Moves the page and the focus to a section. The URL stays, because Back would lead to the same screen. */
export const SectionLink = ({ anchor, className, children }: SectionLinkProps) => (
  <a href={`#${anchor}`} className={className} onClick={event => goToSection(event, anchor)}>
    {children}
  </a>
)

function goToSection(event: MouseEvent, anchor: string) {
  const section = document.getElementById(anchor)
  if (!section || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  keepInView(section)
  section.focus({ preventScroll: true })
}

const scrollIfLinked = (section: HTMLElement | null) =>
  section?.id && location.hash === `#${section.id}` ? keepInView(section) : undefined

/** Events that show that the user has begun to use the screen. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a section, and again whenever the page's height changes, until the user scrolls, presses or types.
 * @returns a function that stops it earlier
 */
function keepInView(section: HTMLElement) {
  const resized = new ResizeObserver(() => section.scrollIntoView())
  resized.observe(document.body)
  const stop = () => {
    resized.disconnect()
    for (const type of USER_EVENTS) removeEventListener(type, stop)
  }
  for (const type of USER_EVENTS) addEventListener(type, stop, { passive: true })
  return stop
}
