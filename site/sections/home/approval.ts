import type { Film } from '../guide/tutorials.ts'

/** Size of the filmed phone's screen, in pixels. */
export const PHONE_SIZE = { width: 390, height: 720 } as const

/** Height of the band above it, which has the captions. */
export const BAND_HEIGHT = 92
export const APPROVAL_SIZE = { ...PHONE_SIZE, height: PHONE_SIZE.height + BAND_HEIGHT } as const

/** An owner approves a post with a review link. `bun run pictures` films it on the real page with the sample business. */
export const approvalSteps: Film['steps'] = [
  { text: 'Your link opens the post, without a login.', shows: [['press', 'button', 'Approve']] },
  {
    text: 'The first time, it asks who you are.',
    shows: [
      ['write', 'Your name', 'Linda'],
      ['press', 'button', 'Continue'],
    ],
  },
  { text: 'Done. It goes out at its time.', shows: [] },
]

export const APPROVAL_THEMES = ['light', 'dark'] as const

export const approvalIn = (theme: (typeof APPROVAL_THEMES)[number]): Film => ({
  id: `approve-${theme}`,
  steps: approvalSteps,
})
