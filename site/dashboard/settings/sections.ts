import type { Permission } from '#shared/businesses/permissions.ts'

/** `words` are further search terms for the palette. A section with an `href` is a separate screen. */
type Named = { title: string; words?: string; needs?: Permission; href?: string }

/** The user's own settings, by the fragment of the URL that leads to them. */
export const USER_SECTIONS = {
  profile: { title: 'Profile', words: 'name photo email phone password', href: '/dashboard/profile' },
  notifications: { title: 'Notifications', words: 'email push alerts' },
  security: {
    title: 'Privacy & Security',
    words: '2fa two-factor authentication code password google sign-in',
  },
  sessions: { title: 'Where you’re signed in', words: 'sessions browsers devices sign out' },
  appearance: { title: 'Appearance', words: 'theme dark light language keyboard shortcuts' },
  account: { title: 'Account Management', words: 'download export data delete close account gdpr' },
} as const satisfies Record<string, Named>

/** The settings of the business, shared by everyone in it. */
export const BUSINESS_SECTIONS = {
  details: {
    title: 'Details',
    words: 'business client name website rename edit domain delete',
    needs: 'configure',
  },
  'posting-times': {
    title: 'Posting times',
    words: 'slots time zone timezone schedule queue',
    needs: 'configure',
  },
  voice: {
    title: 'Voice',
    words: 'ai writing tone brand words facts examples caption',
    needs: 'configure',
  },
  approvals: { title: 'Approvals', words: 'review approve rule' },
  labels: { title: 'Labels', words: 'tags campaigns rename merge delete', needs: 'configure' },
  members: { title: 'Members', words: 'team people users colleagues invite roles access permissions' },
  links: { title: 'Links in posts', words: 'utm tags', needs: 'configure' },
  'calendar-link': {
    title: 'Calendar link',
    words: 'ical ics feed subscribe google outlook apple',
    needs: 'configure',
  },
  activity: { title: 'Activity', words: 'history log', href: '/dashboard/activity' },
} as const satisfies Record<string, Named>

export type BusinessAnchor = keyof typeof BUSINESS_SECTIONS
type UserAnchor = keyof typeof USER_SECTIONS
export type Anchor = UserAnchor | BusinessAnchor

export const USER_ANCHORS = Object.keys(USER_SECTIONS) as UserAnchor[]
export const BUSINESS_ANCHORS = Object.keys(BUSINESS_SECTIONS) as BusinessAnchor[]

export const isOfBusiness = (anchor: Anchor): boolean => anchor in BUSINESS_SECTIONS

const named = (anchor: Anchor): Named => ({ ...USER_SECTIONS, ...BUSINESS_SECTIONS })[anchor]

export const titleOf = (anchor: Anchor): string => named(anchor).title

export const isScreen = (anchor: Anchor): boolean => named(anchor).href !== undefined

export const pathToSection = (anchor: Anchor): string => named(anchor).href ?? `/dashboard/settings#${anchor}`

export const permissionFor = (anchor: BusinessAnchor): Permission | undefined => named(anchor).needs
