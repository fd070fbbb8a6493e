/**
 * A field that only bots see and fill in. Their requests get a success response and are discarded. The label is for visitors
 * without CSS.
 */
export const HONEYPOT = { name: 'homepage', label: 'Leave this empty' } as const
