import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns axe's violations in the top dialog or the page, each a rule with its elements. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // Ignores targets partly covered by an open panel.
    const isCovered = document.querySelector('[aria-expanded=true], [role=dialog]:popover-open') !== null
    // Computing selectors takes as long as the check itself.
    const check = (selectors: boolean) =>
      checker.run([...document.querySelectorAll('dialog:modal')].at(-1) ?? document, {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: !isCovered } },
        selectors,
        preload: false,
      })
    const { length } = (await check(false)).violations
    const { violations } = length > 0 ? await check(true) : { violations: [] }
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
}
