import {
  Bell,
  Building2,
  CalendarDays,
  GalleryVerticalEnd,
  Images,
  ChartLine,
  CircleHelp,
  Inbox,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
  Settings as SettingsIcon,
  Share2,
  SquarePen,
  UserRound,
} from 'lucide-react'
import { computed } from 'nanostores'
import type { ComponentType } from 'react'

import type { Permission } from '#shared/businesses/permissions.ts'
import { $prefersAll, pathToAll } from '#site/dashboard/shared/domains/scope.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $isAdmin, $me } from '#site/dashboard/shared/me.ts'
import { $can, $isAgency, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { $postsPath, $router, type Route, ROUTES } from '#site/dashboard/shared/router.ts'
import { loadAhead } from '#site/lib/remote.ts'
import { type Lazy, lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

/** Places for links: the sidebar's list (`nav`), and others in the sidebar. */
export type LinkPlace = 'nav' | 'create' | 'account' | 'admin'
export type ScreenLink = {
  href: string
  label: string
  icon: LucideIcon
  place: LinkPlace
  forAgency?: true
}

export type Screen = {
  /** The document's title, if the link has another label; the screen renders its own `h1` by `ScreenHeading`. */
  title?: string
  /** Entry in the sidebar; missing for screens that only other screens link to. */
  link?: ScreenLink
  /** For a screen without an entry: the screen whose entry is marked instead. */
  under?: Route
  /** Permission that the screen requires; missing if every role can use it. */
  needs?: Permission
  screen: Lazy<object>
}

type Screens = Partial<Record<Route, Screen>>

const link = (route: Route, label: string, icon: LucideIcon, place: LinkPlace = 'nav'): ScreenLink => ({
  href: ROUTES[route],
  label,
  icon,
  place,
})

const screen = (load: () => Promise<ComponentType>) => lazyComponent(load, ScreenSkeleton)

const googleReturn: Screen = {
  title: 'Connecting Google Business Profile',
  under: 'socialHub',
  screen: screen(async () => (await import('#site/dashboard/google-business/GoogleReturn.tsx')).GoogleReturn),
}

const notAllowed: Screen = {
  title: 'Not part of your role',
  screen: screen(async () => (await import('./NotAllowed.tsx')).NotAllowed),
}

/** Each screen is a separate chunk, loaded when first opened. Links are listed in this order. */
const screens: Screens = {
  overview: {
    title: 'Dashboard Overview',
    link: link('overview', 'Dashboard', LayoutDashboard),
    screen: screen(async () => (await import('#site/dashboard/overview/Overview.tsx')).Overview),
  },
  clients: {
    link: { ...link('clients', 'Clients', Building2), forAgency: true },
    screen: screen(async () => {
      const { Clients, $clients } = await import('#site/dashboard/clients/Clients.tsx')
      loadAhead($clients)
      return Clients
    }),
  },
  client: {
    title: 'Client',
    under: 'clients',
    screen: screen(async () => {
      const { ClientPage, $clientOverview } = await import('#site/dashboard/overview/client/ClientPage.tsx')
      loadAhead($clientOverview)
      return ClientPage
    }),
  },
  calendar: {
    link: link('calendar', 'Calendar', CalendarDays),
    screen: screen(async () => {
      const { Calendar, $entries } = await import('#site/dashboard/calendar/Calendar.tsx')
      loadAhead($entries)
      return Calendar
    }),
  },
  createPost: {
    title: 'Create Social Post',
    needs: 'write',
    link: link('createPost', 'Create Post', SquarePen, 'create'),
    screen: screen(async () => (await import('#site/dashboard/composer/Composer.tsx')).Composer),
  },
  viewPosts: {
    title: 'Manage Social Posts',
    link: link('viewPosts', 'View Social Posts', GalleryVerticalEnd),
    screen: screen(async () => (await import('#site/dashboard/posts/Posts.tsx')).Posts),
  },
  inbox: {
    link: link('inbox', 'Inbox', MessagesSquare),
    screen: screen(async () => {
      const { Inbox, $items } = await import('#site/dashboard/inbox/Inbox.tsx')
      loadAhead($items)
      return Inbox
    }),
  },
  insights: {
    link: link('insights', 'Insights', ChartLine),
    screen: screen(async () => (await import('#site/dashboard/insights/InsightsScreen.tsx')).InsightsScreen),
  },
  socialHub: {
    link: link('socialHub', 'Social Hub', Share2),
    screen: screen(async () => (await import('#site/dashboard/social-hub/SocialHub.tsx')).SocialHub),
  },
  socialHubReturn: googleReturn,
  googleBusiness: {
    title: 'Google Business Profile Manager',
    under: 'socialHub',
    screen: screen(
      async () => (await import('#site/dashboard/google-business/GoogleBusiness.tsx')).GoogleBusiness,
    ),
  },
  googleBusinessReturn: googleReturn,
  reports: {
    title: 'Monthly Reports',
    under: 'insights',
    screen: screen(async () => (await import('#site/dashboard/reports/ReportsScreen.tsx')).ReportsScreen),
  },
  importPosts: {
    title: 'Import posts',
    under: 'viewPosts',
    needs: 'publish',
    screen: screen(async () => (await import('#site/dashboard/transfer/ImportScreen.tsx')).ImportScreen),
  },
  media: {
    link: link('media', 'Media', Images),
    screen: screen(async () => (await import('#site/dashboard/media/MediaScreen.tsx')).MediaScreen),
  },
  notifications: {
    link: link('notifications', 'Notifications', Bell),
    screen: screen(
      async () => (await import('#site/dashboard/notifications/Notifications.tsx')).Notifications,
    ),
  },
  activity: {
    title: 'Activity',
    under: 'settings',
    screen: screen(async () => (await import('#site/dashboard/activity/ActivityScreen.tsx')).ActivityScreen),
  },
  settings: {
    link: link('settings', 'Settings', SettingsIcon),
    screen: screen(async () => (await import('#site/dashboard/settings/Settings.tsx')).Settings),
  },
  help: {
    title: 'Help & Support',
    link: link('help', 'Help', CircleHelp),
    screen: screen(async () => (await import('#site/dashboard/help/Help.tsx')).Help),
  },
  profile: {
    under: 'settings',
    link: link('profile', 'Edit Profile', UserRound, 'account'),
    screen: screen(async () => (await import('#site/dashboard/profile/Profile.tsx')).Profile),
  },
}

const adminScreens: Screens = {
  supportRequests: {
    link: link('supportRequests', 'Support Requests', Inbox, 'admin'),
    screen: screen(async () => (await import('#site/dashboard/admin/SupportRequests.tsx')).SupportRequests),
  },
  featureRequests: {
    link: link('featureRequests', 'Feature Requests', Lightbulb, 'admin'),
    screen: screen(async () => (await import('#site/dashboard/admin/FeatureRequests.tsx')).FeatureRequests),
  },
}

const { client, clients } = screens

export const $screens = computed(
  [$isAdmin, $businessNoun, $selectedDomain],
  (isAdmin, { title }, domain): Screens => ({
    ...screens,
    ...(client && domain && { client: { ...client, title: domain.businessName } }),
    ...(clients?.link && { clients: { ...clients, link: { ...clients.link, label: title } } }),
    ...(isAdmin && adminScreens),
  }),
)

export type Link = ScreenLink & { route: Route }

/** Screens that can show all businesses at once. */
const SPANNING = /calendar|inbox|view/

/** Returns the path of a link to a screen. Keeps showing all businesses if the user has chosen that. */
export const $hrefOf = computed(
  [$postsPath, $prefersAll],
  (postsPath, keepsAll) => (route: string, href: string) => {
    const path = route === 'viewPosts' ? postsPath : href
    return keepsAll && SPANNING.test(route) ? pathToAll(path) : path
  },
)

/** The links of one place that the user's role in the business can use, in order. */
export const $links = computed([$screens, $can, $isAgency, $hrefOf], (all, can, isAgency, hrefOf) => {
  const links = Object.entries(all).flatMap(([route, { link, needs }]) =>
    link && (!needs || can(needs)) && (isAgency || !link.forAgency)
      ? [{ ...link, href: hrefOf(route, link.href), route: route as Route }]
      : [],
  )
  return (place: LinkPlace): readonly Link[] => links.filter(link => link.place === place)
})

/** Returns the `aria-current` of a link: `page` for the open screen, `true` for its parent. */
export const $mark = computed([$router, $screens], (page, all) => {
  const under = page && all[page.route]?.under
  return (route: Route) => (route === page?.route ? 'page' : route === under ? 'true' : undefined)
})

/** The URL's screen. `waiting` while `$me` hasn't loaded: without it, an administrator's screen is unknown. */
export const $current = computed([$router, $screens, $me, $can], (page, screens, me, can) => {
  const screen = page && screens[page.route]
  if (screen) {
    const isAllowed = !screen.needs || can(screen.needs)
    return { state: 'found', screen: isAllowed ? screen : notAllowed } as const
  }
  return { state: page && me.state !== 'ready' ? 'waiting' : 'unknown' } as const
})
