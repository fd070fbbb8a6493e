import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { type Anchor, isScreen, pathToSection, titleOf } from './sections.ts'

export type SectionProps = {
  children: ReactNode
  note: ReactNode
  /** Fragment of the URL that leads here. */
  anchor: Anchor
}

/** The settings of one subject, below their heading. */
export function Section({ children, note, anchor }: SectionProps) {
  const id = useId()
  return (
    <section
      id={anchor}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-4 outline-none"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {titleOf(anchor)}
        </h2>
        <p className="text-sm text-soft">{note}</p>
      </div>
      <div className="grid grid-cols-1 gap-5 rounded-box border border-base-300 bg-raised p-4 sm:p-6">
        {children}
      </div>
    </section>
  )
}

/** Summaries of the sections, which small screens show below the titles. */
const SUMMARIES: Record<Anchor, string> = {
  profile: 'Your name, photo and password',
  notifications: 'By email, push or here only',
  security: 'Your profile, two-factor sign-in',
  sessions: 'Your browsers and devices',
  appearance: 'Theme, language and shortcuts',
  account: 'Download or delete your data',
  details: 'Its name and website',
  'posting-times': 'Weekly times and time zone',
  voice: 'What AI knows about the business, and how it writes',
  approvals: 'A check before posts go out',
  labels: 'Rename, merge and delete them',
  members: 'Who works on this business',
  links: 'Count visits to your website',
  'calendar-link': 'Posts in your own calendar',
  activity: 'Who did what, and when',
}

export type SectionGroup = { label: string; anchors: readonly Anchor[] }

type SectionNavProps = {
  groups: readonly SectionGroup[]
  current: Anchor
  unsaved: readonly string[]
  className: string
}

/** Lists the sections: the user's own settings, and those shared by everyone in the business. */
export const SectionNav = ({ groups, current, unsaved, className }: SectionNavProps) => (
  <nav aria-label="Sections" className={`grid grid-cols-1 content-start gap-6 lg:gap-8 ${className}`}>
    {groups.map(({ label, anchors }) => (
      <section key={label} aria-label={label} className="grid grid-cols-1 gap-2">
        <p className="truncate font-semibold lg:px-3 lg:text-sm lg:text-soft">{label}</p>
        <ul className="max-lg:overflow-hidden max-lg:rounded-box max-lg:border max-lg:border-base-300 max-lg:bg-raised">
          {anchors.map(anchor => (
            <li key={anchor} className="max-lg:border-t max-lg:border-base-300 max-lg:first:border-t-0">
              <a
                href={pathToSection(anchor)}
                aria-current={anchor === current ? 'page' : undefined}
                className="flex items-center gap-3 -outline-offset-2 hover:bg-base-200 max-lg:min-h-15 max-lg:px-4 max-lg:py-2.5 lg:min-h-10 lg:rounded-field lg:px-3 lg:aria-[current]:bg-base-200 lg:aria-[current]:font-semibold"
              >
                <span className="min-w-0 grow">
                  <span className="block max-lg:font-semibold">{titleOf(anchor)}</span>
                  <span className="block truncate text-sm text-soft lg:hidden">{SUMMARIES[anchor]}</span>
                </span>
                {unsaved.includes(anchor) && <span className="text-sm text-soft">Unsaved</span>}
                <ChevronRight
                  className={`size-5 shrink-0 text-soft rtl:rotate-180 ${isScreen(anchor) ? 'lg:size-4' : 'lg:hidden'}`}
                />
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)
