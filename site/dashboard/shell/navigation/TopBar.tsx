import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'

import { brand } from '#shared/brand.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $links } from '#site/dashboard/shell/screens.ts'
import { $shortcutDialog } from '#site/dashboard/shell/shortcuts.ts'
import { BusinessSwitcher } from './BusinessSwitcher.tsx'
import { UnreadCount } from './UnreadCount.tsx'

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
