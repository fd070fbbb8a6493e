/** Classes of a button that is chosen while `aria-pressed` is true. */
export const PRESSABLE = `btn border-edge bg-raised font-medium hover:bg-base-200 pointer-coarse:min-h-11 pointer-coarse:min-w-11
  aria-pressed:border-base-content aria-pressed:bg-neutral aria-pressed:text-neutral-content
  forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none`

/** Classes of a row of such buttons. On a phone it scrolls sideways, to leave room for the list below. */
export const CHIPS =
  'flex flex-wrap items-center gap-2 p-0.5 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1'
