import { isWhole } from '../faults/selection.ts'
import { inspectCurrent } from './inspection.ts'
import { BUSINESS } from './people.ts'
import { press } from './steps.ts'
import type { Scene } from './visit.ts'

const DEVICES = [
  { device: 'the smallest phone', width: 320, height: 640 },
  { device: 'phone', width: 390, height: 844 },
  { device: 'tablet', width: 820, height: 1180 },
  { device: 'desktop', width: 1440, height: 900 },
]
/** `verify` inspects one with the bar at the bottom, and one with the sidebar. */
const IN_VERIFY = [320, 1440]

/** Minimum width and height of a control in the frame, in pixels. */
const TARGET = 44

/** Inspects the frame around every screen: its bars and their menus. */
export async function inspectFrame(scene: Scene): Promise<string[]> {
  const { page } = scene
  const problems: string[] = []
  const inspectHere = async (label: string) => problems.push(...(await inspectCurrent(page, label)))
  const open = async (label: string, name: string | RegExp) => {
    await press(name)(page, scene.world)
    await inspectHere(label)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('[aria-expanded=true]'))
    if (await page.evaluate(() => document.activeElement === document.body))
      problems.push(`${label}: the focus is lost when it closes`)
  }
  for (const { device, width, height } of DEVICES.filter(each => isWhole || IN_VERIFY.includes(each.width))) {
    await page.setViewportSize({ width, height })
    await inspectHere(`the frame on ${device}`)
    await open(`the businesses on ${device}`, BUSINESS)
    await open(`the menu on ${device}`, width < 768 ? 'More' : /^Welcome back!/)
    problems.push(...(await page.evaluate(smallTargets, TARGET)).map(name => `${device}: ${name} is small`))
  }
  return problems
}

/** Runs in the page. Returns the names of controls in the frame that are too small to touch. */
const smallTargets = (target: number) =>
  [...document.querySelectorAll<HTMLElement>('[data-theme] :is(a, button)')]
    .filter(each => {
      const { width, height } = each.getBoundingClientRect()
      return width > 0 && (Math.round(width) < target || Math.round(height) < target)
    })
    .map(each => each.textContent)
