import { expect, test } from 'bun:test'

import '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { describeBasis, SlotGrid } from './BestTimes.tsx'

const best = { weekday: 1, hour: 12, posts: 4, score: 1.14 }
const slots = [{ weekday: 1, hour: 3, posts: 1, score: 0.9 }, best]

test('says how many posts each score is based on', () => {
  const { text, markup } = rendered(<SlotGrid slots={slots} best={best} />)
  expect(text).toContain('1.1× your average, from 4 posts: your best time')
  expect(markup).toContain('aria-label="0.9× your average, from one post, too few to tell"')
  expect(text).toContain('12 pm to 3 pm 12 pm')
})

test('opens a cell’s tooltip toward the middle of the table, so that it fits on a phone', () => {
  const { markup } = rendered(<SlotGrid slots={slots} best={best} />)
  const notes = [...markup.matchAll(/class="[^"]*group-focus\/cell:block[^"]*"/g)].map(([note]) => note)
  expect(notes.map(note => /(start|end)-0/.exec(note)?.[1])).toEqual(['start', 'end'])
})

test('says why no time stands out, with the rule of thumb that Social Hub gives', () => {
  const none = { perWeek: 1, weeks: [0, 0, 0, 1], best: null, slots: [] }
  expect(describeBasis({ ...none, basedOn: 0 })).toBe(
    'We need 10 posts that are at least a day old, with reactions. None so far. Until then, try Wednesdays at 3 pm. That’s general advice, not your figures.',
  )
  expect(describeBasis({ ...none, basedOn: 12 })).toStartWith(
    'Of 12 posts, no time has 3 that did clearly better than your average.',
  )
})
