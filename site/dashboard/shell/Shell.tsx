import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { DomainDialogs } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { onBack } from '#site/ui/on-back.ts'
import { DeletionBanner } from './banners/DeletionBanner.tsx'
import { OfflineBanner } from './banners/OfflineBanner.tsx'
import { SecondFactorOffer } from './banners/SecondFactorOffer.tsx'
import { BottomTabs } from './navigation/BottomTabs.tsx'
import { Sidebar } from './navigation/Sidebar.tsx'
import { TopBar } from './navigation/TopBar.tsx'
import { watchScroll } from './scroll-memory.ts'
import { ShortcutDialogs } from './shortcuts/ShortcutDialogs.tsx'

/** The frame around every screen: a sidebar, its icons on tablets, and on phones a bar above and tabs below. */
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
      className="flex min-h-dvh flex-col md:grid md:grid-cols-[4.25rem_minmax(0,1fr)] lg:grid-cols-[15.5rem_minmax(0,1fr)]"
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
      <div className="min-w-0 grow" inert={menuOpen}>
        <OfflineBanner />
        <main
          id="screen"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-8 sm:py-6 lg:py-10"
        >
          <DeletionBanner />
          <SecondFactorOffer />
          {children}
        </main>
      </div>
      <BottomTabs
        menuOpen={menuOpen}
        toggle={toggle}
        onToggle={() => setMenuOpen(!menuOpen)}
        onChoose={() => setMenuOpen(false)}
      />
      <DomainDialogs />
      <ShortcutDialogs />
    </div>
  )
}
