const counts = new Map<string, number>()

function count(part: string, step: 1 | -1) {
  const rendered = (counts.get(part) ?? 0) + step
  counts.set(part, rendered)
  document.documentElement.toggleAttribute(`data-has-${part}`, rendered > 0)
}

/**
 * Returns a ref that sets `data-has-PART` on the root while its element is rendered, for styles of other elements. It replaces
 * `:root:has(…)`, with which Chromium recalculates the styles of the whole page whenever the focus moves.
 */
export const markRoot = (part: string) => () => {
  count(part, 1)
  return () => count(part, -1)
}

/** Marks the root until the returned function is called, so that the page behind a dialog doesn't scroll. */
export const markModal = markRoot('modal')
