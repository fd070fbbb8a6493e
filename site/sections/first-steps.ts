import { calls } from '#shared/calls.ts'

/** The free steps before a client pays, worded alike on all pages. */
export const firstSteps = {
  call: `We talk for ${calls.minutes} minutes, free. We ask more than we talk, and look at what you already have.`,
  plan: 'You get a plan on one page, free too: who to reach, what to say, where and how often, and what it costs.',
  pay: 'You pay once you say yes. If you don’t, the plan is yours all the same.',
}
