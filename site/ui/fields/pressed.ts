/** Classes of a button that is chosen while `aria-pressed` is true. The review page, which has no React, uses them too. */
export const PRESSABLE = `btn border-edge bg-raised font-medium hover:bg-base-200 pointer-coarse:min-h-11 pointer-coarse:min-w-11
  aria-pressed:border-base-content aria-pressed:bg-neutral aria-pressed:text-neutral-content
  forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none`
