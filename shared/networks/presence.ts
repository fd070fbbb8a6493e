/** What people see and do at a business's profile: how often it is shown, by surface and device, and what they do there. */
export const PRESENCE_SURFACES = ['searchMobile', 'searchDesktop', 'mapsMobile', 'mapsDesktop'] as const
export const PRESENCE_ACTIONS = ['calls', 'directions', 'websiteClicks'] as const
export const PRESENCE_FIGURES = [...PRESENCE_SURFACES, ...PRESENCE_ACTIONS] as const
export type PresenceFigure = (typeof PRESENCE_FIGURES)[number]
