import { useStore } from '@nanostores/react'
import { WifiOff } from 'lucide-react'
import { atom, onMount } from 'nanostores'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { $domainDialog, closeDomainDialog } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { OpenedPost } from '#site/dashboard/shared/post-dialogs/Dialogs.tsx'
import { $question } from '#site/dashboard/shared/question.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { onBack } from '#site/ui/on-back.ts'
import { ComposerBeside } from './ComposerBeside.tsx'
import { Sidebar } from './navigation/Sidebar.tsx'
import { BottomTabs, TopBar } from './navigation/TopBar.tsx'
import { watchScroll } from './scroll-memory.ts'
import { $shortcutDialog, closeShortcutDialog, watchShortcuts } from './shortcuts.ts'

/** True while the device has a network, even if the server doesn't respond. */
const $online = atom(true)

onMount($online, () => {
  const read = () => $online.set(navigator.onLine)
  read()
  addEventListener('online', read)
  addEventListener('offline', read)
  return () => {
    removeEventListener('online', read)
    removeEventListener('offline', read)
  }
})

/**
 * The frame around every screen: a sidebar, its icons on tablets and beside a panel, and on phones a bar above and tabs below.
 */
export function Shell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const sidebar = useRef<HTMLElement>(null)

  useEffect(watchScroll, [])
  // However a screen opens, the menu would cover it.
  useEffect(() => $router.listen(() => setMenuOpen(false)), [])
  useEffect(() => {
    if (!menuOpen) return undefined
    sidebar.current?.focus()
    return onBack(() => {
      setMenuOpen(false)
      toggle.current?.focus()
    })
  }, [menuOpen])

  const close = () => {
    if (!menuOpen) return
    setMenuOpen(false)
    toggle.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }

  return (
    <div
      className="flex min-h-dvh flex-col md:grid md:grid-cols-[15.5rem_minmax(0,1fr)] rail:grid-cols-[4.25rem_minmax(0,1fr)]"
      onKeyDown={onKeyDown}
    >
      <a
        href="#screen"
        className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:px-4"
        onClick={event => {
          event.preventDefault()
          document.getElementById('screen')?.focus()
        }}
      >
        Skip to content
      </a>
      <TopBar />
      <aside
        ref={sidebar}
        id="sidebar"
        aria-label="Sidebar"
        tabIndex={-1}
        data-theme="currawong-dark"
        className={`z-35 bg-base-100 text-base-content max-md:fixed max-md:inset-x-0 max-md:top-(--bar-top) max-md:bottom-(--bar-bottom)
          max-md:overflow-y-auto md:sticky md:top-0 md:block md:h-dvh ${menuOpen ? 'max-md:animate-rise' : 'max-md:hidden'}`}
      >
        <Sidebar onChoose={close} />
      </aside>
      <div className="min-w-0 grow lg:pe-(--panel)" inert={menuOpen}>
        <OfflineBanner />
        <main
          id="screen"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-8 sm:py-6 lg:py-10"
        >
          <AccountBanners />
          {children}
        </main>
      </div>
      <BottomTabs
        menuOpen={menuOpen}
        toggle={toggle}
        onToggle={() => setMenuOpen(!menuOpen)}
        onChoose={() => setMenuOpen(false)}
      />
      <OpenedPost />
      <ComposerBeside />
      <OpenDomainDialog />
      <ShortcutDialogs />
      <Question />
    </div>
  )
}

const Question = () => useStore($question)

/** Reports a missing network. Failed loads are retried when it returns. */
const OfflineBanner = () => (
  <div role="status" className="empty:hidden">
    {!useStore($online) && (
      <p className="flex items-start gap-3 bg-warning px-4 py-2.5 text-sm text-warning-content sm:px-8">
        <WifiOff className="mt-0.5 size-4 shrink-0" />
        You are offline. This page may be out of date; we’ll load the rest when you’re back online.
      </p>
    )}
  </div>
)

/** Loads lazily, because few users see a banner. */
const Banners = lazyPart(async () => (await import('./Banners.tsx')).Banners)

/** Banners about the user's account: its deletion, and an administrator's second factor. */
function AccountBanners() {
  const me = useStore($me).data
  return me?.deletionAt || me?.role === 'admin' ? <Banners /> : null
}

const DomainDialogs = lazyPart(
  async () => (await import('#site/dashboard/shared/domains/DomainDialogs.tsx')).DomainDialogs,
  { what: 'This form', onFailure: closeDomainDialog },
)

/** Loads the form of a business after the first render, so that a click opens it at once. */
function OpenDomainDialog() {
  useEffect(() => DomainDialogs.load(), [])
  return useStore($domainDialog).open !== 'none' && <DomainDialogs />
}

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette, {
  onFailure: closeShortcutDialog,
})
const ShortcutHelp = lazyPart(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp, {
  onFailure: closeShortcutDialog,
})

function ShortcutDialogs() {
  const open = useStore($shortcutDialog)
  useEffect(watchShortcuts, [])
  if (open === 'palette') return <Palette />
  return open === 'help' ? <ShortcutHelp /> : null
}
