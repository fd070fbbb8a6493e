import { useStore } from '@nanostores/react'

import type { Permission } from '#shared/businesses/permissions.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { SectionLink } from './Section.tsx'

type Entry = { anchor: string; label: string; needs?: Permission }

const USER_SECTIONS: readonly Entry[] = [
  { anchor: 'notifications', label: 'Notifications' },
  { anchor: 'security', label: 'Privacy & Security' },
  { anchor: 'appearance', label: 'Appearance' },
  { anchor: 'sessions', label: 'Where you’re signed in' },
  { anchor: 'account', label: 'Account Management' },
]

const BUSINESS_SECTIONS: readonly Entry[] = [
  { anchor: 'posting-times', label: 'Posting times', needs: 'configure' },
  { anchor: 'approvals', label: 'Approvals' },
  { anchor: 'links', label: 'Links in posts', needs: 'configure' },
  { anchor: 'calendar-link', label: 'Calendar link', needs: 'configure' },
  { anchor: 'members', label: 'Members' },
  { anchor: 'activity', label: 'Activity' },
]

/**
 * Links to the sections: the user's own settings, and those shared by everyone in the business. Hidden in a narrow window, whose
 * closed sections are a list already.
 */
export function SectionNav() {
  const business = useStore($selectedDomain)?.businessName
  const can = useStore($can)
  const isVisible = ({ needs }: Entry) => needs === undefined || can(needs)
  return (
    <nav aria-label="Sections" className="grid gap-2 max-md:hidden">
      <Group label="You" entries={USER_SECTIONS} />
      {business && <Group label={business} entries={BUSINESS_SECTIONS.filter(isVisible)} />}
    </nav>
  )
}

const Group = ({ label, entries }: { label: string; entries: readonly Entry[] }) => (
  <div className="flex items-baseline gap-x-4">
    <p className="w-40 shrink-0 truncate text-sm font-semibold">{label}</p>
    <ul className="flex flex-wrap gap-x-4">
      {entries.map(({ anchor, label: name }) => (
        <li key={anchor}>
          <SectionLink
            anchor={anchor}
            className="prose-link inline-block text-sm leading-9 pointer-coarse:leading-11"
          >
            {name}
          </SectionLink>
        </li>
      ))}
    </ul>
  </div>
)
