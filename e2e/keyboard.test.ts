import { expect, test } from 'bun:test'

import type { ContractClient } from './client.ts'
import { isWhole } from './faults/selection.ts'
import { cancelByKeyboard } from './keyboard/bulk.ts'
import { composeByKeyboard } from './keyboard/compose.ts'
import { connectByKeyboard } from './keyboard/connect.ts'
import { browseByKeyboard } from './keyboard/library.ts'
import { moveByKeyboard } from './keyboard/plan.ts'
import { tourZoomed, ZOOMED } from './keyboard/zoom.ts'
import { weekdayIn, ZONE } from './melbourne.ts'
import { picture } from './pictures.ts'
import { openTestbed } from './testbed.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days from today to the only posting time. */
const SLOT_IN_DAYS = 3

const testbed = openTestbed()

async function signUp(email: string) {
  const client = testbed.newClient()
  await client.signUp(email)
  return client
}

/** Sets one weekly posting time, so that the next free slot is on a known day. */
async function setPostingTime({ call }: ContractClient) {
  const slots = [{ weekday: weekdayIn(SLOT_IN_DAYS), time: '18:00' }]
  await call('slots', { method: 'PUT', json: { slots, timeZone: ZONE } })
}

const inTenDays = new Date(Date.now() + 10 * DAY_MS)

const scheduleLater = async (client: ContractClient) =>
  client.createPost({
    message: 'Hot water by winter',
    files: [await picture('boiler.jpg', 20)],
    at: inTenDays,
    networks: ['facebook'],
  })

/** `verify` leaves out the zoomed windows. */
const JOURNEYS = [
  {
    name: 'connects, writes with pictures, schedules, moves, cancels in bulk and undoes by keyboard alone, and always shows the focus',
    run: useKeyboardAlone,
  },
  ...(isWhole ? ZOOMED : []).map(size => ({
    name: `shows every stop of Tab in view and uncovered at ${size.zoom} zoom`,
    run: () => tourAt(size),
  })),
]

test.each(JOURNEYS)('$name', ({ run }) => run())

async function useKeyboardAlone() {
  const client = await signUp('keys@example.com')
  const arrival = { viewport: 'desktop', session: client.token() } as const
  await testbed.visit('keyboard', arrival, async visitor => {
    await visitor.page.goto(`${testbed.url}/dashboard`)
    await connectByKeyboard(visitor)
    await setPostingTime(client)
    await composeByKeyboard(visitor, 'Gutters before the rain')
    await moveByKeyboard(visitor, 'Gutters before the rain', SLOT_IN_DAYS)

    await scheduleLater(client)
    await cancelByKeyboard(visitor, ['Gutters before the rain', 'Hot water by winter'])
    await browseByKeyboard(visitor)
    expect(visitor.faults).toEqual([])
  })
}

async function tourAt({ width, height }: (typeof ZOOMED)[number]) {
  const client = await signUp(`zoomed-to-${width}@example.com`)
  await client.addDomain('Pat’s Plumbing')
  await client.connectFacebook('Pat’s Plumbing')
  await scheduleLater(client)
  const arrival = { viewport: 'desktop', session: client.token() } as const
  await testbed.visit(`zoomed-${width}`, arrival, async visitor => {
    await visitor.page.setViewportSize({ width, height })
    await tourZoomed(visitor, testbed.url, inTenDays)
    expect(visitor.faults).toEqual([])
  })
}
