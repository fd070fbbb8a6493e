import { expect, test } from 'bun:test'

import { look } from './appearance/look.ts'
import { ADMIN, CLIENT, PUBLIC } from './appearance/screens.ts'
import { lookAtFailure, lookAtScreen } from './appearance/visit.ts'
import type { ContractClient } from './client.ts'
import { receiveRequests } from './forms/admin.ts'
import { picture } from './pictures.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

const DAY_MS = 24 * 60 * 60_000

const sessions = { newcomer: '', client: '', admin: '' }

const stage = openStage(async opened => {
  await Promise.all([
    arrive(opened, 'newcomer'),
    arrive(opened, 'client').then(person => havePosts(opened, person)),
    arrive(opened, 'admin').then(async person => {
      await receiveRequests(person)
      await opened.product.grantAdmin('admin@example.com')
    }),
  ])
})

async function arrive({ newClient }: Stage, who: keyof typeof sessions) {
  const person = newClient()
  await person.signUp(`${who}@example.com`)
  sessions[who] = person.token()
  return person
}

/** One that is out, one that failed and one that is to come. */
async function havePosts({ world }: Stage, person: ContractClient) {
  await person.addDomain('Pat’s Plumbing')
  await person.connectFacebook('Pat’s Plumbing')
  await person.connectInstagram('pat.plumbs')
  const files = [await picture('van.jpg', 200)]
  await person.untilPublished(await person.createPost({ message: 'Taps, mended', files }))
  await world.addFault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 368, status: 400 })
  await person.createPost({ message: 'Refused by Facebook', files, networks: ['facebook'] })
  await person.createPost({ message: 'Closed at Easter', files, at: new Date(Date.now() + DAY_MS) })
}

/** Refusals are meant where a screen fails; broken scripts and policies never are. */
const isBreakage = (fault: string) => /^script:|Content Security Policy/.test(fault)

/** Goes through a dashboard, or the public pages, and tells all that is wrong with it at once. */
const nothingIsWrong =
  (who: keyof typeof sessions | 'visitor', walk: (visitor: Visitor) => Promise<string[]>) => async () => {
    const session = who !== 'visitor' && sessions[who]
    await stage.visit(
      `appearance-${who}`,
      { viewport: 'desktop', ...(session && { session }) },
      async visitor => {
        if (session) {
          await visitor.page.goto(`${stage.url}/dashboard`)
          await visitor.page.getByRole('heading', { level: 1 }).waitFor()
        }
        expect(await walk(visitor)).toEqual([])
        expect(visitor.faults.filter(isBreakage)).toEqual([])
      },
    )
  }

async function each<T>(things: Iterable<T>, lookAt: (thing: T) => Promise<string[]>) {
  const wrong: string[] = []
  for (const thing of things) wrong.push(...(await lookAt(thing)))
  return wrong
}

test(
  'each screen of a client, and all that opens over it, is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('client', ({ page }) => each(CLIENT, screen => lookAtScreen(page, screen))),
)

test(
  'a dashboard in which there is nothing yet is accessible and fits a phone',
  nothingIsWrong('newcomer', ({ page }) =>
    each(CLIENT, ({ heading, path }) => lookAtScreen(page, { heading, path }, ['phone'])),
  ),
)

test(
  'a screen that loads, or can’t, is accessible and fits',
  nothingIsWrong('client', ({ page }) => each(CLIENT, screen => lookAtFailure(page, stage.url, screen))),
)

test(
  'what administrators see is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('admin', async ({ page }) => {
    const wrong = await each(ADMIN, screen => lookAtScreen(page, screen))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    return [...wrong, ...(await look(page, 'the menu', ['phone']))]
  }),
)

test(
  'what opens over the public pages is accessible and fits, light and dark, on phone and desktop',
  nothingIsWrong('visitor', ({ page }) =>
    each(Object.entries(PUBLIC), async ([name, open]) => {
      await page.goto(stage.url)
      await open(page)
      await page.getByRole('dialog').waitFor()
      return look(page, name)
    }),
  ),
)
