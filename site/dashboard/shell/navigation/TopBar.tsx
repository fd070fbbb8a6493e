import { useStore } from '@nanostores/react'
import {
  Search,
  CalendarDays,
  Ellipsis,
  GalleryVerticalEnd,
  House,
  type LucideIcon,
  Plus,
  X,
} from 'lucide-react'
import type { Ref } from 'react'

import { brand } from '#shared/brand.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { $router, type Route } from '#site/dashboard/shared/router.ts'
import { $hrefOf, $links, $mark } from '#site/dashboard/shell/screens.ts'
import { $shortcutDialog } from '#site/dashboard/shell/shortcuts.ts'
import { BusinessSwitcher } from './BusinessSwitcher.tsx'
import { InboxCount, UnreadCount } from './UnreadCount.tsx'

/** The phone's header: the business and its notifications. It scrolls away where little height is left. */
export function TopBar() {
  const page = useStore($router)
  const notifications = useStore($links)('nav').find(({ route }) => route === 'notifications')
  return (
    <header
      data-theme="currawong-dark"
      className="top-0 bg-base-100 pt-[env(safe-area-inset-top)] text-base-content md:hidden [@media(min-height:25rem)]:sticky [@media(min-height:25rem)]:z-40"
    >
      <div className="relative flex h-14 items-stretch gap-1 px-2">
        <p className="pointer-events-none absolute start-4 top-1 text-[0.6875rem] text-soft">
          {brand.siteName} Dashboard
        </p>
        <BusinessSwitcher place="bar" />
        <button
          type="button"
          aria-label="Search"
          className="ms-auto grid w-11 shrink-0 cursor-pointer place-items-center rounded-field"
          onClick={() => $shortcutDialog.set('palette')}
        >
          <Search className="size-5.5" />
        </button>
        {notifications && (
          <a
            href={notifications.href}
            aria-current={page?.route === notifications.route ? 'page' : undefined}
            className="relative grid w-12 shrink-0 place-items-center rounded-field aria-[current=page]:text-primary"
          >
            <notifications.icon aria-hidden="true" className="size-5.5" />
            <span className="sr-only">{notifications.label}</span>
            <span className="absolute end-0.5 top-2 leading-none">
              <UnreadCount />
            </span>
          </a>
        )}
      </div>
    </header>
  )
}

type BottomTabsProps = {
  menuOpen: boolean
  onToggle: () => void
  /** Called also for the tab of the current screen. */
  onChoose: () => void
  toggle: Ref<HTMLButtonElement>
}

const TAB = `relative grid min-h-14 cursor-pointer content-center justify-items-center gap-0.5 rounded-field text-xs font-medium
  text-base-content/85 -outline-offset-2 before:absolute before:top-0 before:h-0.75 before:w-8 before:rounded-full`
const CURRENT = '[&[aria-current]]:text-base-content [&[aria-current]]:before:bg-primary'

/** The phone's navigation. Every other screen is in the sidebar, behind More. */
export const BottomTabs = ({ menuOpen, onToggle, onChoose, toggle }: BottomTabsProps) => {
  const Icon = menuOpen ? X : Ellipsis
  return (
    <nav
      aria-label="Tabs"
      onClick={({ target }) => target instanceof Element && target.closest('a') && onChoose()}
      data-theme="currawong-dark"
      data-bottom-bar
      className="bottom-0 grid auto-cols-fr grid-flow-col border-t border-base-300 bg-base-100 px-2 pb-[env(safe-area-inset-bottom)] text-base-content
        md:hidden [@media(min-height:25rem)]:sticky [@media(min-height:25rem)]:z-40"
    >
      <TabLink route="overview" href="/dashboard" label="Home" icon={House} />
      <TabLink route="calendar" href="/dashboard/calendar" label="Calendar" icon={CalendarDays} />
      <Allowed to="write">
        <a
          href="/dashboard/create-post"
          aria-label="Create Post"
          aria-current={useStore($mark)('createPost')}
          className={`${TAB} ${CURRENT}`}
        >
          <span className="grid size-11 place-items-center rounded-full bg-primary text-primary-content">
            <Plus className="size-6" />
          </span>
        </a>
      </Allowed>
      <TabLink route="viewPosts" href="/dashboard/view-post" label="Posts" icon={GalleryVerticalEnd} />
      <div className="relative grid">
        <button
          ref={toggle}
          type="button"
          aria-expanded={menuOpen}
          aria-controls="sidebar"
          aria-describedby="more-count"
          className={TAB}
          onClick={onToggle}
        >
          <Icon className="size-5.5" />
          More
        </button>
        <span
          id="more-count"
          className="pointer-events-none absolute start-[calc(50%+0.5rem)] top-1 leading-none"
        >
          {!menuOpen && <InboxCount />}
        </span>
      </div>
    </nav>
  )
}

type TabLinkProps = { route: Route; href: string; label: string; icon: LucideIcon }

function TabLink({ route, href, label, icon: Icon }: TabLinkProps) {
  const mark = useStore($mark)(route)
  return (
    <a href={useStore($hrefOf)(route, href)} aria-current={mark} className={`${TAB} ${CURRENT}`}>
      <Icon className="size-5.5" />
      {label}
    </a>
  )
}
