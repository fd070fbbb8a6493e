const counts = new Map<string, number>()

function count(part: string, step: 1 | -1) {
  const rendered = (counts.get(part) ?? 0) + step
  counts.set(part, rendered)
  document.documentElement.toggleAttribute(`data-has-${part}`, rendered > 0)
}

/**
 * Returns a ref that gives the root the attribute `data-has-PART` while its element is rendered, for the styles of elements
 * elsewhere. With `:root:has(…)` instead, Chromium recalculates the styles of the whole page whenever the focus moves.
 */
export const markRoot = (part: string) => () => {
  count(part, 1)
  return () => count(part, -1)
}

/** Marks the root until the returned function is called, so that the page behind a dialog doesn't scroll. */
export const markModal = markRoot('modal')
