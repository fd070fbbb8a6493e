import { useStore } from '@nanostores/react'
import { ChevronsUpDown, Globe, LogOut } from 'lucide-react'
import { useState } from 'react'

import { logOut } from '#site/dashboard/shared/guard.ts'
import { $displayName, $me, $profilePicture } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { RAIL_CENTRED, RAIL_HIDDEN, SIDEBAR_ITEM } from '#site/dashboard/shell/class-names.ts'
import { $links } from '#site/dashboard/shell/screens.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'

/** The signed-in user: a menu, and on phones, where the sidebar is itself a menu, a plain list. */
export const Account = ({ onChoose }: { onChoose: () => void }) => (
  <div className="border-t border-base-300 pt-3">
    <div className="max-md:hidden">
      <Dropdown
        above
        className={`${SIDEBAR_ITEM} ${RAIL_CENTRED} px-2`}
        panelClassName="w-56 p-2"
        trigger={
          <>
            <Person nameClassName={RAIL_HIDDEN} />
            <ChevronsUpDown
              aria-hidden="true"
              className="ms-auto size-4 shrink-0 text-soft md:max-lg:hidden"
            />
          </>
        }
      >
        {close => <Links onChoose={close} />}
      </Dropdown>
    </div>
    <div className="grid gap-2 md:hidden">
      <div className="flex items-center gap-3 px-3 py-2">
        <Person />
      </div>
      <Links onChoose={onChoose} />
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

function Links({ onChoose }: { onChoose: () => void }) {
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
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
          </a>
        </li>
      ))}
      <li>
        <a href="/" rel="external" className={SIDEBAR_ITEM}>
          <Globe aria-hidden="true" className="size-4.5" />
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
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    if (leaving) return
    setLeaving(true)
    void logOut()
  }
  return (
    <button type="button" className={SIDEBAR_ITEM} aria-busy={leaving || undefined} onClick={leave}>
      {leaving ? <Spinner /> : <LogOut aria-hidden="true" className="size-4.5" />}
      Logout
    </button>
  )
}
