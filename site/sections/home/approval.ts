import type { Film } from '../guide/tutorials.ts'

/** Size of the filmed phone's screen, in pixels. */
export const PHONE_SIZE = { width: 390, height: 720 } as const

/** An owner approves a post with a review link. `bun run pictures` films it on the real page with the sample business. */
export const approval: Film = {
  id: 'approve',
  steps: [
    { text: 'Your link opens the post, without a login.', shows: [['press', 'button', 'Approve']] },
    {
      text: 'The first time, it asks who you are.',
      shows: [
        ['write', 'Your name', 'Linda'],
        ['press', 'button', 'Continue'],
      ],
    },
    { text: 'Done. It goes out at its time.', shows: [] },
  ],
}
