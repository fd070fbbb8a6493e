import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'

import { $openSections, keepInView, openSection, scrollIfLinked, toggleSection } from './open-sections.ts'

export type SectionProps = {
  title: string
  children: ReactNode
  note?: ReactNode
  /** One line for the closed section in a narrow window: its state or its content. */
  summary: string
  /** Fragment of the URL that leads here. */
  anchor: string
}

/**
 * A part of the page with a heading, which is beside it on wide screens. In a narrow window it is a row that opens. Its content
 * stays mounted while it is closed, so that unsaved entries aren't lost.
 */
export function Section({ title, children, note, summary, anchor }: SectionProps) {
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
            <h2 id={`${id}title`} className="text-base md:text-lg">
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
            </h2>
            <p
              id={`${id}summary`}
              className={`truncate text-sm text-soft ${isOpen ? 'hidden' : 'md:hidden'}`}
            >
              {summary}
            </p>
          </div>
          <ChevronDown
            aria-hidden="true"
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
  openSection(anchor)
  keepInView(section)
  section.focus({ preventScroll: true })
}
