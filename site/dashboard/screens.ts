import { CalendarClock, LayoutDashboard, type LucideIcon, Share2, SquarePen } from 'lucide-react'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import type { Route } from './router.ts'

export type Screen = {
  /** The document's title; the screen draws its own heading, an `h1` by `ScreenHeading`. */
  title: string
  /** How the sidebar shows it. */
  link: { href: string; label: string; icon: LucideIcon }
  screen: LazyExoticComponent<ComponentType>
}

/** Each screen is a chunk of its own, loaded when it is first opened. The sidebar lists them in this order. */
export const screens: Partial<Record<Route, Screen>> = {
  overview: {
    title: 'Dashboard Overview',
    link: { href: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
    screen: lazy(async () => ({ default: (await import('./overview/Overview.tsx')).Overview })),
  },
  socialHub: {
    title: 'Social Hub',
    link: { href: '/dashboard/social-hub', label: 'Social Hub', icon: Share2 },
    screen: lazy(async () => ({ default: (await import('./social-hub/SocialHub.tsx')).SocialHub })),
  },
  createPost: {
    title: 'Create Social Post',
    link: { href: '/dashboard/create-post', label: 'Create Post', icon: SquarePen },
    screen: lazy(async () => ({ default: (await import('./composer/Composer.tsx')).Composer })),
  },
  viewPosts: {
    title: 'Manage Social Posts',
    link: { href: '/dashboard/view-post', label: 'View Social Posts', icon: CalendarClock },
    screen: lazy(async () => ({ default: (await import('./posts/Posts.tsx')).Posts })),
  },
}
