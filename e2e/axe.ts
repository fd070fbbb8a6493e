import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** The minified script, because each document compiles it again. The package's `source` is twice as long. */
const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Returns axe's violations in the top dialog or the page, as rules with their elements. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // Ignores targets partly covered by an open panel.
    const isCovered = document.querySelector('[aria-expanded=true], [role=dialog]:popover-open') !== null
    // Computes selectors only for violations, because that takes as long as the check itself.
    const check = (selectors: boolean) =>
      checker.run([...document.querySelectorAll('dialog:modal')].at(-1) ?? document, {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: !isCovered } },
        selectors,
        elementRef: true,
        preload: false,
      })
    const { length } = (await check(false)).violations
    const { violations } = length > 0 ? await check(true) : { violations: [] }
    /** Checks the target in the middle of the window, because sticky bars may cover it at an edge. */
    const isSmall = async (target: Element) => {
      // A live update may have replaced it.
      if (!target.isConnected) return false
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const again = await checker.run(target, { runOnly: ['target-size'], preload: false })
      return again.violations.length > 0
    }
    const { scrollX, scrollY } = window
    const found: string[] = []
    for (const { id, nodes } of violations) {
      const targets: string[] = []
      for (const { target, element } of nodes)
        if (id !== 'target-size' || !element || (await isSmall(element))) targets.push(target.join(' '))
      if (targets.length > 0) found.push(`${id}: ${targets.join(', ')}`)
    }
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return found
  })
}
