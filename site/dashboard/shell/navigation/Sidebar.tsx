import { useStore } from '@nanostores/react'
import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { $router, type Route } from '#site/dashboard/shared/router.ts'
import { LOW_WINDOW, RAIL_CENTRED, RAIL_HIDDEN, SIDEBAR_ITEM } from '#site/dashboard/shell/class-names.ts'
import { $links, type Link } from '#site/dashboard/shell/screens.ts'
import { $shortcutDialog } from '#site/dashboard/shell/shortcuts/shortcuts.ts'
import { Tooltip } from '#site/ui/popovers/Tooltip.tsx'
import { Account } from './Account.tsx'
import { BusinessSwitcher } from './BusinessSwitcher.tsx'
import { UnansweredCount, UnreadCount } from './UnreadCount.tsx'

const CURRENT = `aria-[current=page]:bg-base-content/10 aria-[current=page]:text-base-content
  aria-[current=page]:before:bg-primary relative before:absolute before:inset-y-2 before:start-0 before:w-1 before:rounded-full`

/** Business, navigation and account; a rail of icons on tablets. On phones the top bar has the business. */
export function Sidebar({ onChoose }: { onChoose: () => void }) {
  const links = useStore($links)
  const admin = links('admin')
  return (
    <div className="flex flex-col gap-4 p-4 max-md:min-h-full md:h-full md:max-lg:px-3">
      <button
        type="button"
        className="btn hidden self-end btn-ghost max-md:[@media(max-height:25rem)]:flex"
        onClick={onChoose}
      >
        <X aria-hidden="true" className="size-5" />
        Close menu
      </button>
      <div className="grid grid-cols-1 gap-2 max-md:hidden">
        <BusinessSwitcher place="sidebar" />
        <SearchButton />
        {links('create').map(link => (
          <CreateLink key={link.route} {...link} />
        ))}
      </div>
      <div className="-m-1 grid grow content-start gap-4 p-1 md:min-h-0 md:overflow-y-auto md:max-lg:[@media(min-height:46rem)]:overflow-visible">
        <nav aria-label="Dashboard">
          <Links links={links('nav')} onChoose={onChoose} />
        </nav>
        {admin.length > 0 && (
          <nav aria-labelledby="administration">
            <h2
              id="administration"
              className={`px-3 pb-1.5 font-sans text-xs font-semibold tracking-normal text-soft ${RAIL_HIDDEN}`}
            >
              Administration
            </h2>
            <Links links={admin} onChoose={onChoose} />
          </nav>
        )}
      </div>
      <Account onChoose={onChoose} />
    </div>
  )
}

const SearchButton = () => (
  <Tooltip text="Search" side="rail">
    <button
      type="button"
      aria-keyshortcuts="Meta+K Control+K"
      className={`${SIDEBAR_ITEM} ${RAIL_CENTRED}`}
      onClick={() => $shortcutDialog.set('palette')}
    >
      <Search aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={RAIL_HIDDEN}>Search</span>
      <kbd aria-hidden="true" className="ms-auto font-sans text-xs text-soft md:max-lg:hidden">
        Ctrl K
      </kbd>
    </button>
  </Tooltip>
)

const CreateLink = ({ href, label, icon: Icon }: Link) => (
  <Tooltip text={label} side="rail">
    <a href={href} className="btn w-full btn-primary md:max-lg:btn-square md:max-lg:size-11">
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className={RAIL_HIDDEN}>{label}</span>
    </a>
  </Tooltip>
)

/** Counts of unseen content behind the links. */
const COUNTS: Partial<Record<Route, ReactNode>> = {
  notifications: <UnreadCount />,
  supportRequests: <UnansweredCount kind="support" />,
  featureRequests: <UnansweredCount kind="feature" />,
}

function Links({ links, onChoose }: { links: readonly Link[]; onChoose: () => void }) {
  const page = useStore($router)
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {links.map(({ route, href, label, icon: Icon }) => (
        <li key={route} className="grid">
          <Tooltip text={label} side="rail">
            <a
              href={href}
              aria-current={page?.route === route ? 'page' : undefined}
              className={`${SIDEBAR_ITEM} ${LOW_WINDOW} ${RAIL_CENTRED} ${CURRENT}`}
              onClick={onChoose}
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              <span className={RAIL_HIDDEN}>{label}</span>
              {COUNTS[route] && (
                <span className="ms-auto leading-none md:max-lg:absolute md:max-lg:end-0 md:max-lg:top-0.5">
                  {COUNTS[route]}
                </span>
              )}
            </a>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
