import { buildSite } from '../commands/setup/build-site.ts'
import { openBrowser } from '../e2e/visitor.ts'
import type { Figure } from './figure.ts'
import { calendar } from './screens/calendar.ts'
import { clients } from './screens/clients.ts'
import { inbox } from './screens/inbox.ts'
import { lighthouseScores } from './screens/lighthouse.ts'
import { lists } from './screens/lists.ts'
import { openScene } from './screens/scene.ts'

const PARTS = { calendar, clients, inbox, lists, lighthouse: lighthouseScores }
type Part = keyof typeof PARTS

/** Measures how soon the dashboard's fullest screens are usable in a real browser: all parts, or the named ones. */
export async function screens(names: string[]): Promise<Figure[]> {
  const all = Object.keys(PARTS) as Part[]
  const unknown = names.filter(name => !all.includes(name as Part))
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  await buildSite()
  const scene = await openScene()
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const name of all.filter(part => names.length === 0 || names.includes(part)))
      figures.push(...(await PARTS[name](browser, scene)))
    return figures
  } finally {
    await browser.close()
    await scene.stop()
  }
}
