/** The theme's colours for what is drawn outside a page: pictures, icons and the browser's own bars. */
export const inks = {
  paper: '#faf9f6',
  night: '#0d1116',
  ink: '#15181d',
  iris: '#fad60b',
  mark: '#ffffff',
} as const
