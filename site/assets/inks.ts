import { brand } from '#shared/brand.ts'

/** The theme's colours for pictures, icons and the browser's own bars, which have no style sheet. */
export const inks = {
  paper: '#faf9f6',
  night: '#0d1116',
  ink: '#15181d',
  iris: brand.accent || '#fad60b',
  mark: '#ffffff',
} as const
