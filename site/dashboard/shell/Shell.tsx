import { Menu, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { brand } from '#shared/brand.ts'
import { DomainDialogs } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { DeletionBanner } from './DeletionBanner.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { watchScroll } from './scroll-memory.ts'
import { SecondFactorOffer } from './SecondFactorOffer.tsx'
import { Sidebar } from './Sidebar.tsx'

/** The frame around every screen, with a sidebar that is behind a toggle on phones. */
export function Shell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const Icon = menuOpen ? X : Menu

  useEffect(watchScroll, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menuOpen) return
    setMenuOpen(false)
    toggle.current?.focus()
  }

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15.5rem_minmax(0,1fr)]" onKeyDown={onKeyDown}>
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
      <header
        data-theme="currawong-dark"
        className="sticky top-0 z-40 flex h-14 items-center justify-between bg-base-100 px-4 text-base-content md:hidden"
      >
        <p className="font-display text-lg font-semibold">{brand.siteName} Dashboard</p>
        <button
          ref={toggle}
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </header>
      <aside
        id="sidebar"
        aria-label="Sidebar"
        data-theme="currawong-dark"
        className={`z-30 overflow-y-auto bg-base-100 text-base-content max-md:fixed max-md:inset-x-0 max-md:top-14 max-md:bottom-0
          md:sticky md:top-0 md:block md:h-dvh ${menuOpen ? 'max-md:animate-rise' : 'max-md:hidden'}`}
      >
        <Sidebar onChoose={() => setMenuOpen(false)} />
      </aside>
      <div className="min-w-0">
        <OfflineBanner />
        <main id="screen" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 md:py-10">
          <DeletionBanner />
          <SecondFactorOffer />
          {children}
        </main>
      </div>
      <DomainDialogs />
    </div>
  )
}
