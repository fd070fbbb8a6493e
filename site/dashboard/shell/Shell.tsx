import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { atom, onMount } from 'nanostores'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { followedLink } from '#site/dashboard/shared/followed-link.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $dialog } from '#site/dashboard/shared/open-dialog.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $details } from '#site/dashboard/shared/post-dialogs/details.ts'
import {
  closePanel,
  $hasRoomBeside,
  $isBeside,
  $isPanelOpen,
  composerPath,
  openOnOwnScreen,
} from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router, hasPanel, openPage } from '#site/dashboard/shared/router.ts'
import { onBack } from '#site/ui/on-back.ts'
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
      <ShortcutDialogs />
      <OpenedDialog />
    </div>
  )
}

const OpenedDialog = () => useStore($dialog)

/** Reports a missing network. Failed loads are retried when it returns. */
const OfflineBanner = () => (
  <div role="status" className="empty:hidden">
    {!useStore($online) && (
      <p className="flex items-start gap-3 bg-warning px-4 py-2.5 text-sm text-warning-content sm:px-8">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        You are offline. This page may be out of date; we’ll load the rest when you’re back online.
      </p>
    )}
  </div>
)

/** Loads lazily, because few users see a banner. */
const Banners = lazyPart(async () => (await import('./Banners.tsx')).Banners)

function AccountBanners() {
  const me = useStore($me).data
  return me?.deletionAt || me?.role === 'admin' ? <Banners /> : null
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

const PostDetails = lazyPart(
  async () => (await import('../shared/post-dialogs/PostDetails.tsx')).PostDetails,
  {
    what: 'This post',
    onFailure: closePanel,
  },
)

/** The post that is open over any screen. Its code loads after the first render, so that a click opens it at once. */
function OpenedPost() {
  useEffect(() => PostDetails.load(), [])
  return useStore($details) && <PostDetails />
}

const ComposerPanel = lazyPart(
  async () => (await import('#site/dashboard/composer/ComposerPanel.tsx')).ComposerPanel,
  { what: 'The composer', onFailure: closePanel },
)

/** The composer beside another screen of a wide window. Loads ahead beside the calendar. */
function ComposerBeside() {
  const isBeside = useStore($isBeside)
  const hasRoom = useStore($hasRoomBeside)
  const mayWrite = useStore($can)('write')
  const isCalendar = useStore($router)?.route === 'calendar'
  useEffect(() => {
    if (mayWrite && isCalendar) ComposerPanel.load()
  }, [mayWrite, isCalendar])
  useEffect(() => {
    document.addEventListener('click', followBeside, true)
    return () => document.removeEventListener('click', followBeside, true)
  }, [])
  useEffect(() => {
    if (isBeside && !hasRoom) openOnOwnScreen()
  }, [isBeside, hasRoom])
  return isBeside && hasRoom && mayWrite ? <ComposerPanel /> : null
}

/**
 * Opens a link to the composer beside the current screen if the link names a post, a draft or a time, or is in the calendar or the
 * library. Another post replaces the open one, also in the history. Runs before the router.
 */
function followBeside(event: MouseEvent) {
  const link = followedLink(event)
  if (!link) return
  const { route, path } = $router.get() ?? {}
  if ($isPanelOpen.get() && link.pathname === path && hasPanel(new URLSearchParams(link.search))) {
    event.preventDefault()
    return openPage(link.pathname + link.search)
  }
  if (link.pathname !== '/dashboard/create-post' || !$can.get()('write')) return
  // A dialog above the screen would stay open over the composer; the calendar's and the library's close themselves.
  const isApart = route !== 'calendar' && route !== 'media' && (!link.search || link.closest('dialog:modal'))
  if (!$hasRoomBeside.get() || route === 'createPost' || isApart) return
  event.preventDefault()
  openPage(composerPath(Object.fromEntries(new URLSearchParams(link.search))))
}
