import { useStore } from '@nanostores/react'
import { Search, X, ChevronsUpDown, Globe, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'

import { logOut } from '#site/dashboard/shared/guard.ts'
import { $displayName, $me, $profilePicture } from '#site/dashboard/shared/me.ts'
import { $router, type Route } from '#site/dashboard/shared/router.ts'
import {
  LOW_WINDOW,
  RAIL_CENTRED,
  RAIL_HIDDEN,
  SIDEBAR_ITEM,
  BusinessSwitcher,
} from '#site/dashboard/shell/navigation/BusinessSwitcher.tsx'
import { $links, $mark, type Link } from '#site/dashboard/shell/screens.ts'
import { $shortcutDialog } from '#site/dashboard/shell/shortcuts.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { useBusy } from '#site/ui/Button.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { Tooltip } from '#site/ui/popovers/Tooltip.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { InboxCount, UnansweredCount, UnreadCount } from './UnreadCount.tsx'

const CURRENT = `[&[aria-current]]:bg-base-content/10 [&[aria-current]]:text-base-content
  [&[aria-current]]:before:bg-primary relative before:absolute before:inset-y-2 before:start-0 before:w-1 before:rounded-full`

/** Business, navigation and account; a rail of icons on tablets. On phones the top bar has the business. */
export function Sidebar({ onChoose }: { onChoose: () => void }) {
  const links = useStore($links)
  const admin = links('admin')
  return (
    <div className="flex flex-col gap-4 p-4 max-md:min-h-full md:h-full rail:px-3">
      <button
        type="button"
        className="btn hidden self-end btn-ghost max-md:[@media(max-height:25rem)]:flex"
        onClick={onChoose}
      >
        <X className="size-5" />
        Close menu
      </button>
      <div className="grid grid-cols-1 gap-2 max-md:hidden">
        <BusinessSwitcher place="sidebar" />
        <SearchButton />
        {links('create').map(link => (
          <CreateLink key={link.route} {...link} />
        ))}
      </div>
      <div className="-m-1 grid grow content-start gap-4 p-1 md:min-h-0 md:overflow-y-auto rail:[@media(min-height:46rem)]:overflow-visible">
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
      <Search className="size-4.5 shrink-0" />
      <span className={RAIL_HIDDEN}>Search</span>
      <kbd aria-hidden="true" className="ms-auto font-sans text-xs text-soft rail:hidden">
        Ctrl K
      </kbd>
    </button>
  </Tooltip>
)

const CreateLink = ({ route, href, label, icon: Icon }: Link) => (
  <Tooltip text={label} side="rail">
    <a
      href={href}
      aria-current={useStore($mark)(route)}
      className="btn w-full btn-primary rail:btn-square rail:size-11"
    >
      <Icon className="size-4.5 shrink-0" />
      <span className={RAIL_HIDDEN}>{label}</span>
    </a>
  </Tooltip>
)

/** Counts of unseen content behind the links. */
const COUNTS: Partial<Record<Route, ReactNode>> = {
  inbox: <InboxCount />,
  notifications: <UnreadCount />,
  supportRequests: <UnansweredCount kind="support" />,
  featureRequests: <UnansweredCount kind="feature" />,
}

function Links({ links, onChoose }: { links: readonly Link[]; onChoose: () => void }) {
  const mark = useStore($mark)
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {links.map(({ route, href, label, icon: Icon }) => (
        <li key={route} className="grid">
          <Tooltip text={label} side="rail">
            <a
              href={href}
              aria-current={mark(route)}
              className={`${SIDEBAR_ITEM} ${LOW_WINDOW} ${RAIL_CENTRED} ${CURRENT}`}
              onClick={onChoose}
            >
              <Icon className="size-4.5 shrink-0" />
              <span className={RAIL_HIDDEN}>{label}</span>
              {COUNTS[route] && (
                <span className="ms-auto leading-none rail:absolute rail:end-0 rail:top-0.5">
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

/** The signed-in user: a menu, and on phones, where the sidebar is itself a menu, a plain list. */
const Account = ({ onChoose }: { onChoose: () => void }) => (
  <div className="border-t border-base-300 pt-3">
    <div className="max-md:hidden">
      <Dropdown
        className={`${SIDEBAR_ITEM} ${RAIL_CENTRED} px-2`}
        panelClassName="w-56 p-2"
        trigger={
          <>
            <Person nameClassName={RAIL_HIDDEN} />
            <ChevronsUpDown className="ms-auto size-4 shrink-0 text-soft rail:hidden" />
          </>
        }
      >
        {close => <AccountLinks onChoose={close} />}
      </Dropdown>
    </div>
    <div className="grid gap-2 md:hidden">
      <div className="flex items-center gap-3 px-3 py-2">
        <Person />
      </div>
      <AccountLinks onChoose={onChoose} />
    </div>
  </div>
)

function Person({ nameClassName = '' }: { nameClassName?: string }) {
  const name = useStore($displayName)
  const loading = useStore($me).state === 'loading'
  return (
    <>
      <Avatar src={useStore($profilePicture)} className="size-9" />
      <span className={`grid min-w-0 text-start ${nameClassName}`}>
        <span className="text-xs font-normal text-soft">Welcome back!</span>
        {loading ? (
          <Skeleton className="my-0.5 h-5 w-28" />
        ) : (
          <span className="truncate font-semibold" title={name}>
            {name}
          </span>
        )}
      </span>
    </>
  )
}

function AccountLinks({ onChoose }: { onChoose: () => void }) {
  const page = useStore($router)
  return (
    <ul className="grid gap-0.5">
      {useStore($links)('account').map(({ route, href, label, icon: Icon }) => (
        <li key={route}>
          <a
            href={href}
            aria-current={page?.route === route ? 'page' : undefined}
            className={SIDEBAR_ITEM}
            onClick={onChoose}
          >
            <Icon className="size-4.5" />
            {label}
          </a>
        </li>
      ))}
      <li>
        <a href="/" rel="external" className={SIDEBAR_ITEM}>
          <Globe className="size-4.5" />
          Go To Home
        </a>
      </li>
      <li>
        <LogOutButton />
      </li>
    </ul>
  )
}

function LogOutButton() {
  const [leaving, during] = useBusy()
  const leave = () => leaving || during(logOut)
  return (
    <button type="button" className={SIDEBAR_ITEM} aria-busy={leaving || undefined} onClick={leave}>
      {leaving ? <Spinner /> : <LogOut className="size-4.5" />}
      Logout
    </button>
  )
}
