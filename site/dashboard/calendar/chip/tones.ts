import type { Tone } from '#site/ui/Badge.tsx'

/** Colour of a chip's starting edge. */
export const EDGE: Record<Tone, string> = {
  neutral: 'border-s-edge',
  iris: 'border-s-edge',
  info: 'border-s-info',
  warning: 'border-s-amber',
  good: 'border-s-success',
  bad: 'border-s-error',
}

/** Colour of a state's icon and word. */
export const COLOUR: Record<Tone, string> = {
  neutral: 'text-soft',
  iris: 'text-soft',
  info: 'text-info',
  warning: 'text-amber',
  good: 'text-success',
  bad: 'text-error',
}
