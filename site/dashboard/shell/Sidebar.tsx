import { useStore } from '@nanostores/react'
import { Globe, LogOut } from 'lucide-react'
import { useState } from 'react'

import { logOut } from '#site/dashboard/shared/guard.ts'
import { $displayName, $me, $profilePicture } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { $screens, type ScreenLink } from './screens.ts'
import { UnreadCount } from './UnreadCount.tsx'

const ITEM = `flex w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2.5 text-sm font-medium
  text-base-content/85 hover:bg-base-content/8 hover:text-base-content`

const CURRENT = `aria-[current=page]:bg-base-content/10 aria-[current=page]:text-base-content
  aria-[current=page]:before:bg-primary relative before:absolute before:inset-y-2 before:start-0 before:w-1 before:rounded-full`

/** The signed-in user and the navigation. */
export function Sidebar({ onChoose }: { onChoose: () => void }) {
  const entries = Object.entries(useStore($screens)).flatMap(([route, { link }]) =>
    link ? [{ route, ...link }] : [],
  )
  return (
    <div className="flex min-h-full flex-col gap-6 p-4">
      <Person />
      <nav aria-label="Dashboard">
        <Links links={entries.filter(({ forAdmins }) => !forAdmins)} onChoose={onChoose} />
      </nav>
      {entries.some(({ forAdmins }) => forAdmins) && (
        <nav aria-labelledby="administration">
          <h2
            id="administration"
            className="px-3 pb-1.5 font-sans text-xs font-semibold tracking-normal text-soft"
          >
            Administration
          </h2>
          <Links links={entries.filter(({ forAdmins }) => forAdmins)} onChoose={onChoose} />
        </nav>
      )}
      <ul className="mt-auto grid gap-0.5 border-t border-base-300 pt-4">
        <li>
          <a href="/" rel="external" className={ITEM}>
            <Globe aria-hidden="true" className="size-4.5" />
            Go To Home
          </a>
        </li>
        <li>
          <LogOutButton />
        </li>
      </ul>
    </div>
  )
}

type LinksProps = { links: readonly (ScreenLink & { route: string })[]; onChoose: () => void }

function Links({ links, onChoose }: LinksProps) {
  const page = useStore($router)
  return (
    <ul className="grid gap-0.5">
      {links.map(({ route, href, label, icon: Icon }) => (
        <li key={route}>
          <a
            href={href}
            aria-current={page?.route === route ? 'page' : undefined}
            className={`${ITEM} ${CURRENT}`}
            onClick={onChoose}
          >
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
            {route === 'notifications' && <UnreadCount />}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Person() {
  const name = useStore($displayName)
  const loading = useStore($me).state === 'loading'
  return (
    <div className="flex items-center gap-3 px-3 pt-2">
      <Avatar src={useStore($profilePicture)} className="size-11" />
      <div className="min-w-0">
        <p className="text-xs text-soft">Welcome back!</p>
        {loading ? (
          <Skeleton className="my-0.5 h-5 w-28" />
        ) : (
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
        )}
      </div>
    </div>
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
    <button type="button" className={ITEM} aria-busy={leaving || undefined} onClick={leave}>
      {leaving ? <Spinner /> : <LogOut aria-hidden="true" className="size-4.5" />}
      Logout
    </button>
  )
}
