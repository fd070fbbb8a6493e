/** Surfaces on which a profile is shown, by device. Presence figures count views on them, and what people did on the profile. */
export const PRESENCE_SURFACES = ['searchMobile', 'searchDesktop', 'mapsMobile', 'mapsDesktop'] as const
export const PRESENCE_ACTIONS = ['calls', 'directions', 'websiteClicks'] as const
export const PRESENCE_FIGURES = [...PRESENCE_SURFACES, ...PRESENCE_ACTIONS] as const
export type PresenceFigure = (typeof PRESENCE_FIGURES)[number]
