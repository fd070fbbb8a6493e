import type { TrialKind } from '#shared/trial-weeks.ts'

/** `weekday` as in ISO 8601: Monday is 1. */
export type Slot = { weekday: number; time: string }
type Template = Slot & { text: string }

export const POSTS_A_WEEK = 5

/**
 * Posts for each kind of business, at times when its customers look. They say nothing that could be wrong of a business that we don't
 * know. `{business}` and `{suburb}` stand for what the visitor entered.
 */
export const TEMPLATES: Record<TrialKind, readonly [Template, Template, Template, Template, Template]> = {
  cafe: [
    { weekday: 1, time: '06:45', text: 'Morning, {suburb}. The usual today, or something new?' },
    {
      weekday: 3,
      time: '14:30',
      text: 'Halfway through the week, and the counter looks like this. Which one would you take home?',
    },
    {
      weekday: 4,
      time: '10:30',
      text: 'Meet one of the people behind {business}. Say hello next time you’re in: we like to know whose order it is.',
    },
    { weekday: 5, time: '16:00', text: 'Who do you owe a catch-up? Send them this, and meet at {business}.' },
    {
      weekday: 6,
      time: '08:00',
      text: 'Slow morning or straight to sport? Either way, {suburb}, start it here.',
    },
  ],
  trades: [
    {
      weekday: 1,
      time: '07:00',
      text: 'A small job left alone becomes a big one. What have you been meaning to have looked at? Ask {business}.',
    },
    {
      weekday: 2,
      time: '17:30',
      text: 'Before and after, from a job we’re proud of. Swipe, and tell us if you’d have kept it as it was.',
    },
    {
      weekday: 4,
      time: '12:15',
      text: 'The question we hear most in {suburb}: can I fix it myself? Sometimes, yes. Send us a photo and we’ll tell you honestly.',
    },
    {
      weekday: 5,
      time: '07:30',
      text: 'This is the face that turns up at your door. We’ll let you know before we come, and leave the place tidy.',
    },
    {
      weekday: 7,
      time: '18:00',
      text: 'New week tomorrow. If something drips, hums or sticks at your place, message {business} tonight.',
    },
  ],
  hair: [
    {
      weekday: 2,
      time: '09:30',
      text: 'Same cut, or time for a change? Save a picture you like and bring it to {business}. We’ll say what suits you.',
    },
    { weekday: 3, time: '17:00', text: 'Before and after. Tell us which part you’d ask for.' },
    {
      weekday: 4,
      time: '12:30',
      text: 'One thing we tell everyone in the chair: be gentle with it. What would you like to know? Ask us below.',
    },
    {
      weekday: 5,
      time: '11:00',
      text: 'Something on this weekend, {suburb}? Message us and we’ll look for a spot.',
    },
    {
      weekday: 7,
      time: '19:00',
      text: 'Meet the hands behind {business}. Who usually looks after you? Tag them.',
    },
  ],
  fitness: [
    {
      weekday: 1,
      time: '06:00',
      text: 'It’s Monday, {suburb}. You don’t have to feel like it; you only have to start.',
    },
    {
      weekday: 2,
      time: '18:30',
      text: 'Never tried it before? Good: neither had anyone in this picture, once. Ask {business} anything.',
    },
    {
      weekday: 4,
      time: '12:00',
      text: 'One move, done well. Watch the shoulders, breathe out on the effort, and stop while it still looks tidy.',
    },
    {
      weekday: 5,
      time: '17:00',
      text: 'Whoever got you through this week’s session deserves a tag. Who was it?',
    },
    {
      weekday: 7,
      time: '16:30',
      text: 'Pick your sessions for next week now, while nothing is in the way. Which day is yours?',
    },
  ],
  retail: [
    {
      weekday: 1,
      time: '12:00',
      text: 'Fresh on the shelf at {business}. Would you keep it or give it away?',
    },
    {
      weekday: 3,
      time: '18:00',
      text: 'Somebody’s birthday coming up? Tell us what they’re like, and we’ll suggest something.',
    },
    {
      weekday: 4,
      time: '12:30',
      text: 'The story behind one thing in our shop. Ask us about it when you’re next in {suburb}.',
    },
    { weekday: 5, time: '17:30', text: 'This or that? Vote below. We’ll tell you which one we’d take home.' },
    {
      weekday: 6,
      time: '09:00',
      text: 'Out and about in {suburb} today? Come in for a look. Looking is allowed.',
    },
  ],
  professional: [
    {
      weekday: 1,
      time: '08:30',
      text: 'One small thing to do this week: find the letter that you’ve been putting off. Then ask us what it means.',
    },
    {
      weekday: 2,
      time: '12:15',
      text: 'A question we’re asked a lot at {business}: do I need to bring everything? Bring what you have. We’ll sort it together.',
    },
    {
      weekday: 3,
      time: '17:00',
      text: 'Meet the person who picks up when you ring. No jargon, and no silly questions.',
    },
    {
      weekday: 4,
      time: '12:30',
      text: 'What’s one word in your paperwork that nobody ever explained? Post it here, and we’ll put it in plain English.',
    },
    {
      weekday: 5,
      time: '09:00',
      text: 'Before the weekend, {suburb}: write down the one question that would let you sleep better. Then send it to us.',
    },
  ],
  other: [
    {
      weekday: 1,
      time: '12:00',
      text: 'Hello, {suburb}. This is {business}. What would you like to know about what we do?',
    },
    {
      weekday: 2,
      time: '17:30',
      text: 'Behind the scenes: the part of our work that you don’t usually see.',
    },
    {
      weekday: 4,
      time: '12:30',
      text: 'The question we’re asked most, and our honest answer. What’s yours?',
    },
    { weekday: 5, time: '16:00', text: 'Meet one of the people behind {business}. Say hello below.' },
    {
      weekday: 7,
      time: '10:00',
      text: 'A thank-you to everyone who recommends us in {suburb}. Who told you about {business}?',
    },
  ],
}
