import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe has against the dialog on top, or all of the page where there is none: a rule and its elements each. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // What an open panel covers in part is no target meanwhile.
    const isCovered = document.querySelector('[aria-expanded=true], [role=dialog]:popover-open') !== null
    // Naming every element takes as long as checking it.
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
